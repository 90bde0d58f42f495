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
    PyObject *styles, *version, *author;

    if (m == NULL)
        return NULL;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError != NULL) {
        Py_INCREF(PolyError);
        PyModule_AddObject(m, "Error", PolyError);
    }
    styles = PyDict_New();
    version = PyUnicode_FromString("1");
    author = PyUnicode_FromString("somebody");
    PyModule_AddObject(m, "version", version);
    Py_XINCREF(author);
    PyModule_AddObject(m, "author", author);
    if (styles == NULL || PyDict_SetItemString(styles, "tuple", Py_None) < 0)
        return NULL;
    PyModule_AddObject(m, "styles", styles);
    Py_XDECREF(author);
    return m;
}
