#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    Box box;
    PyObject *label;
} Crate;

typedef struct {
    PyTypeObject *Box_Type;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static int Box_traverse(Box *self, visitproc visit, void *arg);
static int Box_clear(Box *self);

static int
Crate_traverse(Crate *self, visitproc visit, void *arg)
{
    Py_VISIT(self->label);
    return Box_traverse((Box *)self, visit, arg);
}

static int
Crate_clear(Crate *self)
{
    Py_CLEAR(self->label);
    return Box_clear((Box *)self);
}

static void
Crate_dealloc(Crate *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Crate_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Crate_slots[] = {
    {Py_tp_dealloc, Crate_dealloc},
    {Py_tp_traverse, Crate_traverse},
    {Py_tp_clear, Crate_clear},
    {0, NULL},
};

static PyType_Spec Crate_spec = {
    .name = "module.Crate",
    .basicsize = sizeof(Crate),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Box_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "module.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = sizeof(module_state),
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
    .m_slots = module_slots,
};

static PyTypeObject *
module_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
module_exec(PyObject *module)
{
    module_state *state = get_module_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    PyTypeObject *Crate_Type =
        module_new_subtype(module, &Crate_spec, state->Box_Type);
    if (Crate_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "Box",
                              (PyObject *)state->Box_Type) < 0 ||
        PyModule_AddObjectRef(module, "Crate", (PyObject *)Crate_Type) < 0) {
        Py_DECREF(Crate_Type);
        return -1;
    }
    Py_DECREF(Crate_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module_def);
}
