#include <Python.h>

static PyObject *PolyError;
PyMODINIT_FUNC PyInit_poly(void);

static PyObject *
poly_again(PyObject *self, PyObject *Py_UNUSED(args))
{
    if (PolyError == NULL) {
        return NULL;
    }
    return PyInit_poly();
}

static PyMethodDef poly_methods[] = {
    {"again", poly_again, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef poly_module = {
    PyModuleDef_HEAD_INIT, "poly", NULL, -1, poly_methods
};

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m = PyModule_Create(&poly_module), *kinds;
    if (m == NULL)
        return NULL;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError == NULL)
        return NULL;
    PyModule_AddObject(m, "Error", PolyError);
    kinds = PyDict_New();
    PyDict_SetItemString(kinds, "limit", PyLong_FromLong(7));
    PyModule_AddObject(m, "kinds", kinds);
    return m;
}
