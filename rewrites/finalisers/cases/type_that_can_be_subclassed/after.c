/* A subclass with a __del__ has another finaliser: the deallocator calls that of the type by its name. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *log;
    int handle;
} Box;

typedef struct {
    PyObject *BoxError;
} module_state;

static struct PyModuleDef module_def;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline module_state *
get_module_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &module_def);
    assert(module != NULL);
    return get_module_state(module);
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline module_state *
find_module_state_by_type(PyTypeObject *type)
{
    while (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &module_def) {
            return get_module_state(module);
        }
        type = type->tp_base;
    }
    return NULL;
}

static int
Box_shut(module_state *state, Box *self)
{
    PyObject *result;

    if (self->handle < 0) {
        return 0;
    }
    self->handle = -1;
    result = PyObject_CallFunction(self->log, "s", "shut");
    if (result == NULL) {
        PyErr_SetString(state->BoxError, "the box can't be shut");
        return -1;
    }
    Py_DECREF(result);
    return 0;
}

static PyObject *
Box_close(Box *self, PyObject *Py_UNUSED(ignored))
{
    module_state *state = get_module_state_by_type(Py_TYPE(self));

    if (Box_shut(state, self) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static int
Box_init(Box *self, PyObject *args, PyObject *kwds)
{
    PyObject *log;

    if (!PyArg_ParseTuple(args, "O", &log)) {
        return -1;
    }
    Py_INCREF(log);
    Py_XSETREF(self->log, log);
    self->handle = 1;
    return 0;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->log);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->log);
    return 0;
}

static void
Box_finalize(Box *self)
{
    module_state *state = find_module_state_by_type(Py_TYPE(self));
    PyObject *type, *value, *traceback;

    /* What is left open is shut. */
    PyErr_Fetch(&type, &value, &traceback);
    if (state != NULL && state->BoxError != NULL && self->log != NULL &&
        Box_shut(state, self) < 0) {
        PyErr_WriteUnraisable(self->log);
    }
    PyErr_Restore(type, value, traceback);
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Box_finalize(self);
    Box_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef Box_methods[] = {
    {"close", (PyCFunction)Box_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, Box_init},
    {Py_tp_methods, Box_methods},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_finalize, Box_finalize},
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
    Py_VISIT(state->BoxError);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->BoxError);
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

static int
module_exec(PyObject *module)
{
    module_state *state = get_module_state(module);

    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    state->BoxError = PyErr_NewException("module.BoxError", NULL, NULL);
    if (state->BoxError == NULL ||
        PyModule_AddObjectRef(module, "BoxError", state->BoxError) < 0 ||
        PyModule_AddObjectRef(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    Py_DECREF(Box_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module_def);
}
