/* What wasn't given is NULL, which a test has told apart before the store. */
#include <Python.h>

static PyObject *key;

static PyObject *
set_key(PyObject *self, PyObject *args)
{
    PyObject *given = NULL;

    if (!PyArg_ParseTuple(args, "|O", &given))
        return NULL;
    if (given && !PyCallable_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "the key must be callable");
        return NULL;
    }
    key = given;  // borrowed
    return PyBool_FromLong(key != NULL);
}

static PyObject *
set_any(PyObject *self, PyObject *given)
{
    if (given == Py_None)
        return PyLong_FromLong(0);
    key = given; /* borrowed reference */
    Py_RETURN_NONE;
}

static PyObject *
set_other(PyObject *self, PyObject *given)
{
    key = given;  /* borrowed: the caller keeps it */
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_key", set_key, METH_VARARGS, NULL},
    {"set_any", set_any, METH_O, NULL},
    {"set_other", set_other, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef keys_module = {
    PyModuleDef_HEAD_INIT, "keys_that_may_be_missing", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_keys_that_may_be_missing(void)
{
    return PyModule_Create(&keys_module);
}
