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

static int
add_styles(PyObject *module)
{
    PyObject *styles = PyDict_New();
    const char *names[] = {"tuple", "list"};
    int i;

    for (i = 0; i < 2; i++)
        if (PyDict_SetItemString(styles, names[i], Py_None) < 0)
            return -1;
    return PyModule_AddObject(module, "styles", styles);
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m = PyModule_Create(&poly_module);
    PyObject *d;

    if (m == NULL || add_styles(m) < 0)
        return NULL;
    d = PyModule_GetDict(m);
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    PyModule_AddStringConstant(m, "version", "1");
    PyDict_SetItemString(d, "Error", PolyError);
    return m;
}
