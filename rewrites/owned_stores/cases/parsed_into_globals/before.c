/* Arguments are parsed right into globals, which get no reference to them. */
#include <Python.h>

PyObject *first;
PyObject *second = NULL;
static PyObject *word;

static PyObject *
set_helpers(PyObject *self, PyObject *args)
{
    int loud;

    /* gets arguments */
    if (!PyArg_ParseTuple(args, "O!O!i:set_helpers", &PyFunction_Type, &first,
                          &PyFunction_Type, &second, &loud)) {
        return NULL;
    }

    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *
set_word(PyObject *self, PyObject *args)
{
    if (!PyArg_ParseTuple(args, "U", &word))
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
call(PyObject *self, PyObject *noargs)
{
    PyObject *result;

    if (!first || !second || !word) {
        PyErr_SetString(PyExc_TypeError, "no helpers");
        return NULL;
    }
    result = PyObject_CallFunction(first, "(O)", word);
    if (result == NULL) {
        return NULL;
    }
    Py_DECREF(result);
    return PyObject_CallFunction(second, "(O)", word);
}

static PyMethodDef parsed_methods[] = {
    {"set_helpers", set_helpers, METH_VARARGS, NULL},
    {"set_word", set_word, METH_VARARGS, NULL},
    {"call", call, METH_NOARGS, NULL},
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
