#include <Python.h>

#define Number_FromLong PyLong_FromLong

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
    PyObject *m = PyModule_Create(&poly_module);
    PyObject *d, *other, *styles, *number;

    if (m == NULL)
        return NULL;
    other = PyModule_GetDict(m);
    d = PyModule_GetDict(m);
    styles = PyDict_New();
    number = PyLong_FromLong(7);
    if (styles == NULL || number == NULL)
        return NULL;
    PyDict_SetItemString(d, "limit", number);
    PyDict_SetItemString(d, "borrowed", Py_None);
    PyDict_SetItemString(styles, "tuple", Number_FromLong(1));
    other = styles;
    PyDict_SetItemString(other, "list", Number_FromLong(2));
    PyModule_AddObject(m, "styles", styles);
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError == NULL)
        return NULL;
    PyDict_SetItemString(d, "Error", PolyError);
    Py_DECREF(number);
    return m;
}
