#include <Python.h>

static PyObject *PolyError;

static PyObject *
poly_fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyErr_SetString(PolyError, "not a polygon");
    return NULL;
}

static PyMethodDef poly_methods[] = {
    {"fail", poly_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef poly_module = {
    PyModuleDef_HEAD_INIT, "poly", NULL, -1, poly_methods
};

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m, *d;

    m = PyModule_Create(&poly_module);
    if (m == NULL)
        return NULL;
    d = PyModule_GetDict(m);
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError == NULL)
        return NULL;
    PyDict_SetItemString(d, "limit", PyLong_FromLong(7));
#ifdef WITH_ZIP
    PyDict_SetItemString(d, "zip", Py_True);
#endif
    return m;
}
