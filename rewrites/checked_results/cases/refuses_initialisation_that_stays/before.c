/* The init function stays as it is, and runs once for the process: nothing tests the exception. */
#include <Python.h>

static PyObject *PolyError;

static struct PyModuleDef poly_module = {
    PyModuleDef_HEAD_INIT, "poly", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m = PyModule_Create(&poly_module), *copy = NULL;

    if (m == NULL)
        return NULL;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    Py_INCREF(PolyError);
    PyModule_AddObject(m, "Error", PolyError);
    Py_XDECREF(copy);
    return m;
}
