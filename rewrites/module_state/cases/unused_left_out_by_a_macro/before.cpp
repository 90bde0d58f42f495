#include <Python.h>

/* In C++ a macro can leave the name out. */

#define UNUSED(x)

static PyObject *Error;

static PyObject *
fail(PyObject *UNUSED(self), PyObject *args)
{
    PyErr_SetObject(Error, args);
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    Error = PyErr_NewException("module.Error", NULL, NULL);
    if (Error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Error);
    PyModule_AddObject(module, "Error", Error);
    return module;
}
