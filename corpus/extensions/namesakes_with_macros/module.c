/* Two sources have a variable of one name, and a macro that names it. */
#include <Python.h>
#include "shared.h"

static PyTypeObject *PyDec_Type = NULL;
#define PyDec_Check(v) PyObject_TypeCheck(v, PyDec_Type)

static PyObject *
is_number(PyObject *module, PyObject *value)
{
    return PyBool_FromLong(PyDec_Check(value));
}

static PyObject *
read_number(PyObject *module, PyObject *text)
{
    return reader_read(text);
}

static PyMethodDef functions[] = {
    {"is_number", is_number, METH_O, NULL},
    {"read_number", read_number, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef namesakes_with_macros_module = {
    PyModuleDef_HEAD_INIT, "namesakes_with_macros", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_namesakes_with_macros(void)
{
    PyObject *module, *numbers;

    module = PyModule_Create(&namesakes_with_macros_module);
    if (module == NULL) {
        return NULL;
    }
    numbers = PyImport_ImportModule("fractions");
    if (numbers == NULL || reader_init() < 0) {
        Py_XDECREF(numbers);
        Py_DECREF(module);
        return NULL;
    }
    PyDec_Type = (PyTypeObject *)PyObject_GetAttrString(numbers, "Fraction");
    Py_DECREF(numbers);
    if (PyDec_Type == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
