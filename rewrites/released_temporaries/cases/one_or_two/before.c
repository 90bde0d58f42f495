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
    PyObject *m = PyModule_Create(&poly_module);
    PyObject *all, *kinds, *value = Py_None;

    if (m == NULL)
        return NULL;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError == NULL)
        return NULL;
    Py_INCREF(PolyError);
    PyModule_AddObject(m, "Error", PolyError);
    all = PyList_New(0);
    kinds = PyDict_New();
    if (all == NULL || kinds == NULL)
        return NULL;
    PyList_Append(all, PyUnicode_FromString("fail"));
    PyList_Append(all, PyUnicode_FromString("Error"));
    PyModule_AddObject(m, "__all__", all);
    PyDict_SetItem(kinds, PyLong_FromLong(1), (PyObject *)PyUnicode_FromString("line"));  /* the first */
    PyDict_SetItemString(kinds, "none", value);
    if (PyObject_SetAttrString(m, "version", PyUnicode_FromString("1.2")) < 0)
        return NULL;
    PyModule_AddObject(m, "kinds", kinds);
    return m;
}
