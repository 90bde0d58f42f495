/* Whether the union holds an object is known by its kind alone. */

#include <Python.h>

static struct {
    int kind;
    union {
        PyObject *object;
        long number;
    } as;
} value;

static PyObject *
set(PyObject *self, PyObject *arg)
{
    if (value.kind)
        Py_CLEAR(value.as.object);
    value.kind = !PyLong_CheckExact(arg);
    if (value.kind)
        value.as.object = Py_NewRef(arg);
    else
        value.as.number = PyLong_AsLong(arg);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"set", set, METH_O, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModule_Create(&def);
}
