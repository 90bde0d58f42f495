#include <Python.h>

static int
Dict_Set_Item_Take(PyObject *dict)
{
    return PyDict_Check(dict);
}

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
    PyObject *kinds, *name, *number;

    if (m == NULL)
        return NULL;
    PolyError = PyErr_NewException("poly.Error", NULL, NULL);
    if (PolyError == NULL)
        return NULL;
    Py_INCREF(PolyError);
    PyModule_AddObject(m, "Error", PolyError);
    kinds = PyDict_New();
    name = PyUnicode_FromString("name");
    if (kinds == NULL || name == NULL || !Dict_Set_Item_Take(kinds))
        return NULL;
    PyDict_SetItem(kinds, PyLong_FromLong(1), name);
    PyDict_SetItem(kinds, PyLong_FromLong(2), name);
    PyDict_SetItem(kinds, PyLong_FromLong(3), Py_None);
    PyDict_SetItem(kinds, name, PyLong_FromLong(4));
    PyDict_SetItem(kinds, Py_None, PyLong_FromLong(5));
    PyDict_SetItem(kinds, Py_True, PyLong_FromLong(6));
    PyDict_SetItem(kinds, Py_False, number = PyLong_FromLong(7));
    PyDict_SetItem(kinds, PolyError, name);
    PyDict_SetItem(kinds, number, name);
    Py_DECREF(number);
    Py_DECREF(name);
    PyModule_AddObject(m, "kinds", kinds);
    return m;
}
