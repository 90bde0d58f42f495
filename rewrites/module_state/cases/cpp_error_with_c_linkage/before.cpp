/* `extern "C"` without braces goes with the declaration behind it. */
#include <Python.h>

extern "C" PyObject *ShelfError;

extern "C" PyObject *
shelf_put(PyObject *module, PyObject *thing)
{
    PyErr_SetObject(ShelfError, thing);
    return NULL;
}

PyObject *ShelfError;

static PyMethodDef shelf_functions[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "cpp_error_with_c_linkage", NULL, -1, shelf_functions
};

PyMODINIT_FUNC
PyInit_cpp_error_with_c_linkage(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    ShelfError = PyErr_NewException("cpp_error_with_c_linkage.ShelfError", NULL, NULL);
    if (ShelfError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(ShelfError);
    if (PyModule_AddObject(module, "ShelfError", ShelfError) < 0) {
        Py_DECREF(ShelfError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
