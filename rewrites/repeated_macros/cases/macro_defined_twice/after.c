/* A macro that names the type is defined twice, word for word: one definition changes, and the other goes. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *label;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
} macro_defined_twice_state;

static inline macro_defined_twice_state *
get_macro_defined_twice_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (macro_defined_twice_state *)state;
}

#define Box_Check(state, op) PyObject_TypeCheck(op, (state)->Box_Type)

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->label);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->label);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "macro_defined_twice.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
is_box(PyObject *module, PyObject *object)
{
    macro_defined_twice_state *state = get_macro_defined_twice_state(module);

    return PyBool_FromLong(Box_Check(state, object));
}

static PyMethodDef functions[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
macro_defined_twice_traverse(PyObject *module, visitproc visit, void *arg)
{
    macro_defined_twice_state *state = get_macro_defined_twice_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
macro_defined_twice_clear(PyObject *module)
{
    macro_defined_twice_state *state = get_macro_defined_twice_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
macro_defined_twice_free(void *module)
{
    macro_defined_twice_clear((PyObject *)module);
}

static int macro_defined_twice_exec(PyObject *module);

static PyModuleDef_Slot macro_defined_twice_slots[] = {
    {Py_mod_exec, macro_defined_twice_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "macro_defined_twice", NULL, sizeof(macro_defined_twice_state), functions,
    macro_defined_twice_slots, macro_defined_twice_traverse, macro_defined_twice_clear,
    macro_defined_twice_free
};

static int
macro_defined_twice_exec(PyObject *module)
{
    macro_defined_twice_state *state = get_macro_defined_twice_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_macro_defined_twice(void)
{
    return PyModuleDef_Init(&definition);
}
