/* It keeps the same type as the other source, under the same name, and has a macro of its own for it. */
#include <Python.h>
#include "shared.h"

#define PyDec_Check(state, v) PyObject_TypeCheck(v, (state)->reader_PyDec_Type)

int
reader_init(namesakes_with_macros_state *state)
{
    PyObject *numbers = PyImport_ImportModule("fractions");

    if (numbers == NULL) {
        return -1;
    }
    state->reader_PyDec_Type = (PyTypeObject *)PyObject_GetAttrString(numbers, "Fraction");
    Py_DECREF(numbers);
    state->ReadError = PyErr_NewException("namesakes_with_macros.ReadError", NULL, NULL);
    return state->reader_PyDec_Type == NULL || state->ReadError == NULL ? -1 : 0;
}

PyObject *
reader_read(namesakes_with_macros_state *state, PyObject *text)
{
    PyObject *result = PyObject_CallFunctionObjArgs((PyObject *)state->reader_PyDec_Type, text, NULL);

    if (result == NULL) {
        PyErr_SetObject(state->ReadError, text);
    }
    return result;
}
