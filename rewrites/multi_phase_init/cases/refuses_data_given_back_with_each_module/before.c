#include <Python.h>
#include <stdlib.h>

/* The module gives back what a comparison of the process uses: it went at the end of the process until now. */

static int *table;

static int
compare(const void *one, const void *other)
{
    table[0]++;
    return *(const int *)one - *(const int *)other;
}

static PyObject *
sorted_pair(PyObject *module, PyObject *args)
{
    int pair[2];

    if (!PyArg_ParseTuple(args, "ii", &pair[0], &pair[1])) {
        return NULL;
    }
    qsort(pair, 2, sizeof(int), compare);
    return Py_BuildValue("iii", pair[0], pair[1], table[0]);
}

static PyMethodDef functions[] = {
    {"sorted_pair", sorted_pair, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static void
drop_table(void)
{
    free(table);
    table = NULL;
}

static void
module_free(void *module)
{
    drop_table();
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions, NULL, NULL, NULL, module_free
};

PyMODINIT_FUNC
PyInit_module(void)
{
    table = calloc(4, sizeof(int));
    if (table == NULL) {
        return PyErr_NoMemory();
    }
    return PyModule_Create(&moduledef);
}
