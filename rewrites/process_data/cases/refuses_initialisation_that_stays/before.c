#include <Python.h>
#include <stdlib.h>

/* The initialisation stays as it is, as its function ends the process the second time: it runs once. */

static long compared = 0;
static int started;

static int
compare(const void *one, const void *other)
{
    compared++;
    return *(const int *)one - *(const int *)other;
}

static PyObject *
sorted_pair(PyObject *module, PyObject *args)
{
    int pair[2];

    if (!PyArg_ParseTuple(args, "ii", &pair[0], &pair[1]))
        return NULL;
    qsort(pair, 2, sizeof(int), compare);
    return Py_BuildValue("ii", pair[0], pair[1]);
}

static PyMethodDef functions[] = {
    {"sorted_pair", sorted_pair, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_module(void)
{
    if (started)
        abort();
    started = 1;
    compared = 0;
    return PyModule_Create(&moduledef);
}
