/* What isn't given leaves its global as it was, and what is tested afterwards may be none that stays. */
#include <Python.h>

static PyObject *first;
static PyObject *second;

static PyObject *
set_first(PyObject *self, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "|O", &first))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
set_second(PyObject *self, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "O", &second))
        return NULL;
    if (!PyDict_Check(second)) {
        PyErr_SetString(PyExc_TypeError, "a dict is needed");
        return NULL;
    }
    Py_INCREF(second);
    Py_RETURN_NONE;
}

static PyObject *
is_set(PyObject *self, PyObject *noargs)
{
    return PyBool_FromLong(first != NULL && second != NULL);
}

static PyMethodDef parsed_methods[] = {
    {"set_first", set_first, METH_VARARGS, NULL},
    {"set_second", set_second, METH_VARARGS, NULL},
    {"is_set", is_set, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef parsed_module = {
    PyModuleDef_HEAD_INIT, "parsed", NULL, -1, parsed_methods
};

PyMODINIT_FUNC
PyInit_parsed(void)
{
    return PyModule_Create(&parsed_module);
}
