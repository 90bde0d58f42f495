/* A table of structs owns the exceptions in it: the fields of the instances lead to nothing that it borrows. */
#include <Python.h>

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

static void
context_dealloc(Context *self)
{
    Py_XDECREF(self->flags);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Context_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Context",
    .tp_basicsize = sizeof(Context),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)context_dealloc,
    .tp_new = context_new,
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

    if (PyType_Ready(&Context_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    for (signal = signals; signal->name != NULL; signal++) {
        signal->error = PyErr_NewException(signal->name, NULL, NULL);
        if (signal->error == NULL) {
            Py_DECREF(module);
            return NULL;
        }
    }
    Py_INCREF(&Context_Type);
    if (PyModule_AddObject(module, "Context", (PyObject *)&Context_Type) < 0) {
        Py_DECREF(&Context_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
