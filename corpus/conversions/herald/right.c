#include <Python.h>

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *speaker;
} HeraldObject;

typedef struct {
    PyTypeObject *Herald_Type;
    PyTypeObject *Crier_Type;
    PyObject *Error;
} herald_state;

static inline herald_state *
get_herald_state(PyObject *module)
{
    return (herald_state *)PyModule_GetState(module);
}

/* Crier can't be derived from, and Herald is where the search ends. */
static inline herald_state *
get_herald_state_by_type(PyTypeObject *type)
{
    while (PyType_GetModule(type) == NULL) {
        PyErr_Clear();
        type = type->tp_base;
    }
    return (herald_state *)PyType_GetModuleState(type);
}

static PyObject *
Herald_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *speaker;
    if (!PyArg_ParseTuple(args, "O:Herald", &speaker)) {
        return NULL;
    }
    HeraldObject *self = (HeraldObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(speaker);
        self->speaker = speaker;
    }
    return (PyObject *)self;
}

static int
Herald_traverse(HeraldObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->speaker);
    return 0;
}

static int
Herald_clear(HeraldObject *self)
{
    Py_CLEAR(self->speaker);
    return 0;
}

static void
Herald_dealloc(HeraldObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->speaker);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Herald_say(HeraldObject *self, PyObject *Py_UNUSED(ignored))
{
    if (self->speaker == Py_None) {
        PyErr_SetString(get_herald_state_by_type(Py_TYPE(self))->Error, "nobody speaks");
        return NULL;
    }
    return PyObject_Str(self->speaker);
}

static PyMethodDef Herald_methods[] = {
    {"say", (PyCFunction)Herald_say, METH_NOARGS, NULL},
    {NULL}
};

static PyObject *
Herald_get_annotations(HeraldObject *self, void *Py_UNUSED(closure))
{
    return PyObject_GetAttrString((PyObject *)Py_TYPE(self->speaker), "__doc__");
}

static PyGetSetDef Herald_getset[] = {
    {"__annotations__", (getter)Herald_get_annotations, NULL, NULL, NULL},
    {NULL}
};

static PyType_Slot Herald_slots[] = {
    {Py_tp_dealloc, Herald_dealloc},
    {Py_tp_traverse, Herald_traverse},
    {Py_tp_clear, Herald_clear},
    {Py_tp_methods, Herald_methods},
    {Py_tp_getset, Herald_getset},
    {Py_tp_new, Herald_new},
    {0, NULL}
};

static PyType_Spec Herald_spec = {
    .name = "herald.Herald",
    .basicsize = sizeof(HeraldObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Herald_slots,
};

static PyObject *
Crier_get_volume(HeraldObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(11);
}

static PyGetSetDef Crier_getset[] = {
    {"__annotations__", (getter)Herald_get_annotations, NULL, NULL, NULL},
    {"volume", (getter)Crier_get_volume, NULL, NULL, NULL},
    {NULL}
};

static PyType_Slot Crier_slots[] = {
    {Py_tp_getset, Crier_getset},
    {0, NULL}
};

static PyType_Spec Crier_spec = {
    .name = "herald.Crier",
    .basicsize = sizeof(HeraldObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Crier_slots,
};

static int
herald_exec(PyObject *module)
{
    herald_state *state = get_herald_state(module);

    state->Herald_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Herald_spec, NULL);
    if (state->Herald_Type == NULL) {
        return -1;
    }
    PyObject *bases = PyTuple_Pack(1, state->Herald_Type);
    if (bases == NULL) {
        return -1;
    }
    state->Crier_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Crier_spec, bases);
    Py_DECREF(bases);
    if (state->Crier_Type == NULL) {
        return -1;
    }
    state->Error = PyErr_NewException("herald.Error", NULL, NULL);
    if (state->Error == NULL) {
        return -1;
    }
    Py_INCREF(state->Error);
    if (PyModule_AddObject(module, "Error", state->Error) < 0) {
        Py_DECREF(state->Error);
        return -1;
    }
    Py_INCREF(state->Herald_Type);
    if (PyModule_AddObject(module, "Herald", (PyObject *)state->Herald_Type) < 0) {
        Py_DECREF(state->Herald_Type);
        return -1;
    }
    Py_INCREF(state->Crier_Type);
    if (PyModule_AddObject(module, "Crier", (PyObject *)state->Crier_Type) < 0) {
        Py_DECREF(state->Crier_Type);
        return -1;
    }
    return 0;
}

static int
herald_traverse(PyObject *module, visitproc visit, void *arg)
{
    herald_state *state = get_herald_state(module);

    Py_VISIT(state->Herald_Type);
    Py_VISIT(state->Crier_Type);
    Py_VISIT(state->Error);
    return 0;
}

static int
herald_clear(PyObject *module)
{
    herald_state *state = get_herald_state(module);

    Py_CLEAR(state->Herald_Type);
    Py_CLEAR(state->Crier_Type);
    Py_CLEAR(state->Error);
    return 0;
}

static void
herald_free(void *module)
{
    herald_clear((PyObject *)module);
}

static PyModuleDef_Slot herald_slots[] = {
    {Py_mod_exec, herald_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef herald_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "herald",
    .m_size = sizeof(herald_state),
    .m_slots = herald_slots,
    .m_traverse = herald_traverse,
    .m_clear = herald_clear,
    .m_free = herald_free,
};

PyMODINIT_FUNC
PyInit_herald(void)
{
    return PyModuleDef_Init(&herald_module);
}
