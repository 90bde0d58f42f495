#include <Python.h>

#define Number_FromLong PyLong_FromLong
#define Pointer(object) PyCapsule_New(object, NULL, NULL)

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

static int
add_names(PyObject *module)
{
    PyObject *dict = PyModule_GetDict(module);

    if (PyDict_SetItemString(dict, "author", PyUnicode_FromString("somebody")) < 0)
        return -1;
    return PyDict_SetItemString(dict, "error", Py_None);
}

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
    PyDict_SetItemString(d, "Error", PolyError);
    PyDict_SetItemString(d, "limit", Number_FromLong(7));
    PyDict_SetItemString(d, "name", (PyObject *)PyUnicode_FromString("poly"));
    PyDict_SetItemString(d, "methods", Pointer(poly_methods));
    if (add_names(m) < 0)
        return NULL;
    return m;
}
