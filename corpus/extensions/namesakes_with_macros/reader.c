/* It keeps the same type as the other source, under the same name, and has a macro of its own for it. */
#include <Python.h>
#include "shared.h"

static PyTypeObject *PyDec_Type = NULL;
#define PyDec_Check(v) PyObject_TypeCheck(v, PyDec_Type)

static PyObject *ReadError;

int
reader_init(void)
{
    PyObject *numbers = PyImport_ImportModule("fractions");

    if (numbers == NULL) {
        return -1;
    }
    PyDec_Type = (PyTypeObject *)PyObject_GetAttrString(numbers, "Fraction");
    Py_DECREF(numbers);
    ReadError = PyErr_NewException("namesakes_with_macros.ReadError", NULL, NULL);
    return PyDec_Type == NULL || ReadError == NULL ? -1 : 0;
}

PyObject *
reader_read(PyObject *text)
{
    PyObject *result = PyObject_CallFunctionObjArgs((PyObject *)PyDec_Type, text, NULL);

    if (result == NULL) {
        PyErr_SetObject(ReadError, text);
    }
    return result;
}
