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
    PyObject *styles = NULL;
    PyObject *m = PyModule_Create(&poly_module);

    if (m == NULL)
        goto error;
    styles = PyDict_New();
    if (styles == NULL)
        goto error;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL); Py_INCREF(PolyError);
    if (PyModule_AddObject(m, "Error", PolyError) < 0)
        goto error;
    Py_INCREF(styles);
    if (PyModule_AddObject(m, "styles", styles) < 0) {
        Py_DECREF(styles);
        goto error;
    }
    Py_DECREF(styles);
    return m;

error:
    Py_XDECREF(styles);
    Py_XDECREF(m);
    return NULL;
}
