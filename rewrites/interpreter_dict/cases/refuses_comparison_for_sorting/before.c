#include <Python.h>
#include <stdlib.h>

static PyObject *key;

static int
compare(const void *left, const void *right)
{
    if (key == NULL)
        return 0;
    return PyObject_RichCompareBool(*(PyObject *const *)left, *(PyObject *const *)right, Py_LT);
}

static PyObject *
sort(PyObject *module, PyObject *given)
{
    Py_INCREF(given);
    Py_XSETREF(key, given);
    qsort(&given, 1, sizeof(given), compare);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"sort", sort, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&moduledef);
}
