/* A table of structs owns the exceptions in it: the fields of the instances lead to nothing that it borrows. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    const char *name;
    PyObject *error;
} Signal;

static Signal signals[] = {
    {"module.Inexact", NULL},
    {"module.Rounded", NULL},
    {NULL, NULL},
};

typedef struct {
    PyObject_HEAD
    PyObject *flags;
} Context;

static PyObject *
context_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Context *self = (Context *)type->tp_alloc(type, 0);

    if (self == NULL) {
        return NULL;
    }
    self->flags = PyDict_New();
    if (self->flags == NULL || PyDict_SetItem(self->flags, signals[0].error, Py_True) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
context_traverse(Context *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->flags);
    return 0;
}

static void
context_dealloc(Context *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->flags);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyTypeObject *Context_Type;

static PyType_Slot Context_slots[] = {
    {Py_tp_dealloc, context_dealloc},
    {Py_tp_new, context_new},
    {Py_tp_traverse, context_traverse},
    {0, NULL},
};

static PyType_Spec Context_spec = {
    .name = "module.Context",
    .basicsize = sizeof(Context),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Context_slots,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;
    Signal *signal;

    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }

    Context_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Context_spec, NULL);
    if (Context_Type == NULL) {
        return NULL;
    }
    for (signal = signals; signal->name != NULL; signal++) {
        signal->error = PyErr_NewException(signal->name, NULL, NULL);
        if (signal->error == NULL) {
            Py_DECREF(module);
            return NULL;
        }
    }
    Py_INCREF(Context_Type);
    if (PyModule_AddObject(module, "Context", (PyObject *)Context_Type) < 0) {
        Py_DECREF(Context_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
