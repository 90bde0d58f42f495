/* The package whose core the module is may import it back, for what is only added afterwards. */
#include <Python.h>

static PyObject *error;

static PyObject *
fail(PyObject *module, PyObject *message)
{
    PyErr_SetObject(error, message);
    return NULL;
}

static PyMethodDef drawer_methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef drawer_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_drawer",
    .m_size = -1,
    .m_methods = drawer_methods,
};

PyMODINIT_FUNC
PyInit__drawer(void)
{
    PyObject *errors;
    PyObject *module = PyModule_Create(&drawer_module);

    if (module == NULL) {
        return NULL;
    }
    errors = PyImport_ImportModule("drawer.errors");
    if (errors == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    error = PyObject_GetAttrString(errors, "DrawerError");
    Py_DECREF(errors);
    if (error == NULL || PyModule_AddIntConstant(module, "size", 12) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
