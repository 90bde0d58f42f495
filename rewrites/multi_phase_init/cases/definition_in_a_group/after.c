/* The definition leaves the function, and stays behind what it names: a macro and a table in the same group. */

#include <Python.h>

#ifndef NO_PYTHON

static PyObject *first(PyObject *self, PyObject *args);

#define GROUP_DESC "What the module is for."

static PyMethodDef methods[] = {
    {"first", first, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *
first(PyObject *self, PyObject *args)
{
    return PyLong_FromLong(1);
}

static int definition_in_a_group_exec(PyObject *module);

static PyModuleDef_Slot definition_in_a_group_slots[] = {
    {Py_mod_exec, definition_in_a_group_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "definition_in_a_group", GROUP_DESC, 0, methods,
    definition_in_a_group_slots,
};

static int
definition_in_a_group_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "one", 1) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_definition_in_a_group(void)
{
    return PyModuleDef_Init(&moduledef);
}

#endif

typedef int what_follows;
