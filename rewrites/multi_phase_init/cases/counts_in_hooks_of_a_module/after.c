#include <Python.h>
#include <stdlib.h>

/* How many modules live is counted for all of them. */

static int compared;
static int living;

static int
compare(const void *one, const void *other)
{
    compared++;
    living += 0;
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
    return Py_BuildValue("iii", pair[0], pair[1], compared);
}

static PyMethodDef functions[] = {
    {"sorted_pair", sorted_pair, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static void
module_free(void *module)
{
    living--;
}

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, 0, functions, module_slots, NULL, NULL,
    module_free
};

static int
module_exec(PyObject *module)
{
    living++;
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
