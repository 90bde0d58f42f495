/* The context that was used last is remembered, and forgotten when it ends: nobody owns it for that. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *flags;
    int precision;
} Context;

typedef struct {
    /* Invariant: NULL or a context that is alive. */
    Context *cached_context;
} last_of_a_collected_type_state;

static struct PyModuleDef definition;

static inline last_of_a_collected_type_state *
get_last_of_a_collected_type_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (last_of_a_collected_type_state *)state;
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

static inline last_of_a_collected_type_state *
get_last_of_a_collected_type_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_last_of_a_collected_type_state(module);
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline last_of_a_collected_type_state *
find_last_of_a_collected_type_state_by_type(PyTypeObject *type)
{
    while (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &definition) {
            return get_last_of_a_collected_type_state(module);
        }
        type = type->tp_base;
    }
    return NULL;
}

static int
context_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *flags;

    if (!PyArg_ParseTuple(args, "iO", &((Context *)self)->precision, &flags)) {
        return -1;
    }
    Py_INCREF(flags);
    Py_XSETREF(((Context *)self)->flags, flags);
    return 0;
}

static int
context_traverse(Context *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->flags);
    return 0;
}

static int
context_clear(Context *self)
{
    Py_CLEAR(self->flags);
    return 0;
}

static void
context_dealloc(Context *self)
{
    last_of_a_collected_type_state *state =
        find_last_of_a_collected_type_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (state != NULL && self == state->cached_context) {
        state->cached_context = NULL;
    }
    (void)context_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
context_use(PyObject *self, PyObject *unused)
{
    last_of_a_collected_type_state *state =
        get_last_of_a_collected_type_state_by_type(Py_TYPE(self));

    state->cached_context = (Context *)self;
    Py_RETURN_NONE;
}

static PyMethodDef context_methods[] = {
    {"use", context_use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Context_slots[] = {
    {Py_tp_dealloc, context_dealloc},
    {Py_tp_traverse, context_traverse},
    {Py_tp_clear, context_clear},
    {Py_tp_methods, context_methods},
    {Py_tp_init, context_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Context_spec = {
    .name = "last_of_a_collected_type.Context",
    .basicsize = sizeof(Context),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Context_slots,
};

static PyObject *
precision(PyObject *module, PyObject *unused)
{
    last_of_a_collected_type_state *state =
        get_last_of_a_collected_type_state(module);

    if (state->cached_context == NULL) {
        Py_RETURN_NONE;
    }
    return PyLong_FromLong(state->cached_context->precision);
}

static PyMethodDef functions[] = {
    {"precision", precision, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int last_of_a_collected_type_exec(PyObject *module);

static PyModuleDef_Slot last_of_a_collected_type_slots[] = {
    {Py_mod_exec, last_of_a_collected_type_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "last_of_a_collected_type",
    .m_size = sizeof(last_of_a_collected_type_state),
    .m_methods = functions,
    .m_slots = last_of_a_collected_type_slots,
};

static int
last_of_a_collected_type_exec(PyObject *module)
{
    PyTypeObject *Context_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Context_spec, NULL);
    if (Context_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Context", (PyObject *)Context_Type) < 0) {
        Py_DECREF(Context_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_last_of_a_collected_type(void)
{
    return PyModuleDef_Init(&definition);
}
