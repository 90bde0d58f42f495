/* The struct never owned what it remembers. */

#include <Python.h>

static struct {
    PyObject *seen;
    int count;
} memory;

static PyObject *
is_seen(PyObject *self, PyObject *arg)
{
    int known = memory.seen == arg;

    memory.seen = arg;
    memory.count += 1;
    return PyBool_FromLong(known);
}

static PyMethodDef functions[] = {{"is_seen", is_seen, METH_O, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModule_Create(&def);
}
