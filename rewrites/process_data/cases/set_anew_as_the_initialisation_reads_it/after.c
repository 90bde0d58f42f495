#include <Python.h>
#include <stdlib.h>

/* Where the initialisation goes on with what it set, or sets it by a module, each module has to set it. */

static long compared = 0;
static char text[40];
static int table[4];

static int
compare(const void *one, const void *other)
{
    compared++;
    text[0]++;
    table[0]++;
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

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, 0, functions, module_slots
};

static int
module_exec(PyObject *module)
{
    compared = 0;
    PyModule_AddIntConstant(module, "first", compared);
    sprintf(text, "%d", 7);
    PyModule_AddStringConstant(module, "seven", text);
#ifdef Py_DEBUG
    table[0] = 1;
#else
    table[0] = (int)(PyDict_Size(PyModule_GetDict(module)) > 5);
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
