#include <Python.h>

static struct PyModuleDef lookup_module;

static PyObject *
name(PyObject *self, PyObject *unused)
{
    PyObject *module = PyState_FindModule(&lookup_module);

    if (module == NULL) {
        return NULL;
    }
    return PyModule_GetNameObject(module);
}

static PyMethodDef lookup_methods[] = {
    {"name", name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef lookup_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "lookup",
    .m_size = 0,
    .m_methods = lookup_methods,
};

PyMODINIT_FUNC
PyInit_lookup(void)
{
    PyObject *module = PyModule_Create(&lookup_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyState_AddModule(module, &lookup_module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
