#define Py_LIMITED_API 0x030b0000
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
add_flags(PyObject *module)
{
    PyModule_AddObject(module, "with_numpy", (PyObject *)Py_False);
    if (PyModule_GetName(module) == NULL)
        PyModule_AddObject(module, "is_named", Py_False);
    else
        PyModule_AddObject(module, "is_named", Py_True);
    if (PyModule_AddObject(module, "OutOfRange", PyExc_IndexError) < 0)
        return -1;
    return PyModule_AddObject(module, "points", (PyObject *)&PyList_Type);
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m;

    m = PyModule_Create(&poly_module);
    if (m == NULL)
        return NULL;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError == NULL)
        return NULL;
    PyModule_AddObject(m, "Error", PolyError);
    if (add_flags(m) < 0)
        return NULL;
    return m;
}
