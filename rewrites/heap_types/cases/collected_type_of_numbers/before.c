/* A type that is collected and visits nothing, as its instances have room for numbers alone: the type is all there is. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    unsigned int *flags;
    double weights[3];
    long count;
} Flags;

static PyObject *
flags_count(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(((Flags *)self)->count);
}

static PyMethodDef flags_methods[] = {
    {"count", flags_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Flags_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Flags",
    .tp_basicsize = sizeof(Flags),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_methods = flags_methods,
    .tp_new = PyType_GenericNew,
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

    if (PyType_Ready(&Flags_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Flags_Type);
    if (PyModule_AddObject(module, "Flags", (PyObject *)&Flags_Type) < 0) {
        Py_DECREF(&Flags_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
