#include <Python.h>

#define ADD_KIND(name, number) \
    do { \
        if (PyDict_SetItem(kinds, PyLong_FromLong(number), PyUnicode_FromString(name)) < 0) \
            return NULL; \
    } while (0)
#define ADD_SHARED(dict, name) PyDict_SetItemString(dict, name, PyUnicode_FromString(name))

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

static PyObject *
poly_new_kinds(void)
{
    PyObject *kinds = PyDict_New();

    if (kinds != NULL)
        ADD_SHARED(kinds, "other");
    return kinds;
}

static PyObject *
poly_kinds(PyObject *self, PyObject *Py_UNUSED(args))
{
    return poly_new_kinds();
}

static PyMethodDef more_methods[] = {
    {"kinds", poly_kinds, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m = PyModule_Create(&poly_module);
    PyObject *kinds;

    if (m == NULL)
        return NULL;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError == NULL)
        return NULL;
    Py_INCREF(PolyError);
    PyModule_AddObject(m, "Error", PolyError);
    PyModule_AddFunctions(m, more_methods);
    kinds = PyDict_New();
    if (kinds == NULL)
        return NULL;
    ADD_KIND("point", 0);
    ADD_KIND("line", 1);
    ADD_SHARED(kinds, "curve");
    PyModule_AddObject(m, "kinds", kinds);
    return m;
}
