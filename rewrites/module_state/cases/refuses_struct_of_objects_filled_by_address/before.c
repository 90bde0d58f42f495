/* What PyArg_ParseTuple leaves behind an address is borrowed. */

#include <Python.h>

static struct {
    PyObject *key;
    int count;
} given;

static PyObject *
give(PyObject *self, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "Oi", &given.key, &given.count))
        return NULL;
    return PyLong_FromLong(given.count);
}

static PyMethodDef functions[] = {{"give", give, METH_VARARGS, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModule_Create(&def);
}
