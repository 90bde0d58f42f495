#include <Python.h>

#define Number_FromLong PyLong_FromLong
#define KIND_POINT 0
#define KIND_LINE 1

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
add_sides(PyObject *module, PyObject *sides)
{
    if (PyDict_SetItem(sides, Number_FromLong(3), PyUnicode_FromString("triangle")) < 0)
        return -1;
    return PyModule_AddObject(module, "sides", sides);
}

PyMODINIT_FUNC
PyInit_poly(void)
{
    PyObject *m, *kinds;
    int number;

    m = PyModule_Create(&poly_module);
    if (m == NULL)
        return NULL;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError == NULL)
        return NULL;
    Py_INCREF(PolyError);
    PyModule_AddObject(m, "Error", PolyError);
    kinds = PyDict_New();
    if (kinds == NULL)
        return NULL;
#ifdef KIND_POINT
    PyDict_SetItem(kinds, Number_FromLong(KIND_POINT),
            PyUnicode_FromString("point"));
#endif
#ifdef KIND_LINE
    PyDict_SetItem(kinds, Number_FromLong(KIND_LINE),
            PyUnicode_FromString("line"));
#endif
#ifdef KIND_CURVE
    PyDict_SetItem(kinds, Number_FromLong(KIND_CURVE),
            PyUnicode_FromString("curve"));
#endif
    for (number = 2; number < 9; number++)
        PyDict_SetItem(kinds, Number_FromLong(number), (PyObject *)PyUnicode_FromFormat("%d", number));
    PyModule_AddObject(m, "kinds", kinds);
    if (add_sides(m, PyDict_New()) < 0)
        return NULL;
    return m;
}
