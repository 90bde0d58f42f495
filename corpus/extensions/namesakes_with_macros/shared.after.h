/* What both sources know. */

#pragma once

typedef struct {
    PyTypeObject *PyDec_Type;
    PyTypeObject *reader_PyDec_Type;
    PyObject *ReadError;
} namesakes_with_macros_state;

static inline namesakes_with_macros_state *
get_namesakes_with_macros_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (namesakes_with_macros_state *)state;
}

int reader_init(namesakes_with_macros_state *state);
PyObject *reader_read(namesakes_with_macros_state *state, PyObject *text);
