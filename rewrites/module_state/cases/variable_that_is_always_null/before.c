/* A name for what PyErr_Format returns, which is NULL: nothing of a module is in it, so that it may stay. */
#include <Python.h>
#include <stdlib.h>

static PyObject *Error;
static PyObject *failure = NULL;

static int
compare(const void *one, const void *other)
{
    int first = *(const int *)one, second = *(const int *)other;

    if (first < 0 || second < 0) {
        failure = PyErr_Format(PyExc_ValueError, "%d is negative", first < 0 ? first : second);
    }
    else if (first == second) {
        failure = (PyObject *)PyErr_NoMemory();
    }
    return first - second;
}

static PyObject *
m_sort(PyObject *module, PyObject *ignored)
{
    int numbers[] = {3, 1, 2};

    qsort(numbers, 3, sizeof(int), compare);
    if (PyErr_Occurred()) {
        return failure;
    }
    failure = NULL;
    return PyErr_Format(Error, "sorted");
}

static PyMethodDef methods[] = {
    {"sort", m_sort, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    -1,
    methods,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("m.Error", NULL, NULL);
    Py_XINCREF(Error);
    if (Error == NULL || PyModule_AddObject(m, "Error", Error) < 0) {
        Py_XDECREF(Error);
        Py_CLEAR(Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
