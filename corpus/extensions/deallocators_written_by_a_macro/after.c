#include <Python.h>
#include <stdlib.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A farm of pens: what every kind of pen does the same way, a macro writes. */

typedef struct {
    PyObject_HEAD
    PyObject *farm;
    char *name;
    Py_ssize_t size;
} SheepPen;

typedef struct {
    PyObject_HEAD
    PyObject *farm;
    char *name;
    Py_ssize_t size;
} GoatPen;

typedef struct {
    PyObject_HEAD
    long height;
} Gate;

#define DEFINE_PEN(kind, most)                                              \
    static void                                                             \
    kind##Pen_dealloc(kind##Pen *self)                                      \
    {                                                                       \
        PyTypeObject *tp = Py_TYPE(self);                                   \
                                                                            \
        PyObject_GC_UnTrack(self);                                          \
        if (self->farm != NULL) {                                           \
            Py_DECREF(self->farm);                                          \
        }                                                                   \
        free(self->name);                                                   \
        tp->tp_free((PyObject *)self);                                      \
        Py_DECREF(tp);                                                      \
    }                                                                       \
                                                                            \
    static int                                                              \
    kind##Pen_init(kind##Pen *self, PyObject *args, PyObject *kwargs)       \
    {                                                                       \
        PyObject *farm = NULL, *before = self->farm;                        \
        Py_ssize_t size;                                                    \
                                                                            \
        if (!PyArg_ParseTuple(args, "n|O", &size, &farm)) {                 \
            return -1;                                                      \
        }                                                                   \
        if (size > (most)) {                                                \
            PyErr_SetString(PyExc_ValueError, #kind " pens are smaller");   \
            return -1;                                                      \
        }                                                                   \
        if (self->name == NULL) {                                           \
            self->name = malloc(8);                                         \
        }                                                                   \
        Py_XINCREF(farm);                                                   \
        self->farm = farm;                                                  \
        Py_XDECREF(before);                                                 \
        self->size = size;                                                  \
        return 0;                                                           \
    }                                                                       \
                                                                            \
    static PyObject *                                                       \
    kind##Pen_room(kind##Pen *self, PyObject *ignored)                      \
    {                                                                       \
        return PyLong_FromSsize_t((most) - self->size);                     \
    }                                                                       \
                                                                            \
    static PyMethodDef kind##Pen_methods[] = {                              \
        {"room", (PyCFunction)kind##Pen_room, METH_NOARGS, NULL},           \
        {NULL}                                                              \
    };

static int
SheepPen_traverse(SheepPen *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->farm);
    return 0;
}

DEFINE_PEN(Sheep, 40)
static int
GoatPen_traverse(GoatPen *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->farm);
    return 0;
}

DEFINE_PEN(Goat, 12)

#define FREED(kind) \
    static void kind##_dealloc(kind *self) { \
        PyTypeObject *tp = Py_TYPE(self); \
        self->height = 0; tp->tp_free(self); Py_DECREF(tp); }

FREED(Gate)

typedef struct {
    PyTypeObject *SheepPen_Type;
    PyTypeObject *GoatPen_Type;
    PyTypeObject *Gate_Type;
} deallocators_written_by_a_macro_state;

static inline deallocators_written_by_a_macro_state *
get_deallocators_written_by_a_macro_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (deallocators_written_by_a_macro_state *)state;
}

static PyType_Slot SheepPen_slots[] = {
    {Py_tp_dealloc, SheepPen_dealloc},
    {Py_tp_methods, SheepPen_methods},
    {Py_tp_init, SheepPen_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, SheepPen_traverse},
    {0, NULL},
};

static PyType_Spec SheepPen_spec = {
    .name = "deallocators_written_by_a_macro.SheepPen",
    .basicsize = sizeof(SheepPen),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = SheepPen_slots,
};

static PyType_Slot GoatPen_slots[] = {
    {Py_tp_dealloc, GoatPen_dealloc},
    {Py_tp_methods, GoatPen_methods},
    {Py_tp_init, GoatPen_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, GoatPen_traverse},
    {0, NULL},
};

static PyType_Spec GoatPen_spec = {
    .name = "deallocators_written_by_a_macro.GoatPen",
    .basicsize = sizeof(GoatPen),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = GoatPen_slots,
};

static PyType_Slot Gate_slots[] = {
    {Py_tp_dealloc, Gate_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Gate_spec = {
    .name = "deallocators_written_by_a_macro.Gate",
    .basicsize = sizeof(Gate),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Gate_slots,
};

static int
deallocators_written_by_a_macro_traverse(PyObject *module, visitproc visit,
                                         void *arg)
{
    deallocators_written_by_a_macro_state *state =
        get_deallocators_written_by_a_macro_state(module);
    Py_VISIT(state->SheepPen_Type);
    Py_VISIT(state->GoatPen_Type);
    Py_VISIT(state->Gate_Type);
    return 0;
}

static int
deallocators_written_by_a_macro_clear(PyObject *module)
{
    deallocators_written_by_a_macro_state *state =
        get_deallocators_written_by_a_macro_state(module);
    Py_CLEAR(state->SheepPen_Type);
    Py_CLEAR(state->GoatPen_Type);
    Py_CLEAR(state->Gate_Type);
    return 0;
}

static void
deallocators_written_by_a_macro_free(void *module)
{
    deallocators_written_by_a_macro_clear((PyObject *)module);
}

static int deallocators_written_by_a_macro_exec(PyObject *module);

static PyModuleDef_Slot deallocators_written_by_a_macro_slots[] = {
    {Py_mod_exec, deallocators_written_by_a_macro_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "deallocators_written_by_a_macro",
    .m_size = sizeof(deallocators_written_by_a_macro_state),
    .m_traverse = deallocators_written_by_a_macro_traverse,
    .m_clear = deallocators_written_by_a_macro_clear,
    .m_free = deallocators_written_by_a_macro_free,
    .m_slots = deallocators_written_by_a_macro_slots,
};

static int
add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static int
deallocators_written_by_a_macro_exec(PyObject *module)
{
    deallocators_written_by_a_macro_state *state =
        get_deallocators_written_by_a_macro_state(module);

    state->SheepPen_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &SheepPen_spec, NULL);
    if (state->SheepPen_Type == NULL ||
        add_type(module, "SheepPen", state->SheepPen_Type) < 0) {
        return -1;
    }
    state->GoatPen_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &GoatPen_spec, NULL);
    if (state->GoatPen_Type == NULL ||
           add_type(module, "GoatPen", state->GoatPen_Type) < 0) {
        return -1;
    }
    state->Gate_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Gate_spec, NULL);
    if (state->Gate_Type == NULL ||
           add_type(module, "Gate", state->Gate_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_deallocators_written_by_a_macro(void)
{
    return PyModuleDef_Init(&module_definition);
}
