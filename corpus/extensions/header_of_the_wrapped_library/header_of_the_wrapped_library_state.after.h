#ifndef HEADER_OF_THE_WRAPPED_LIBRARY_STATE_H
#define HEADER_OF_THE_WRAPPED_LIBRARY_STATE_H

#include <Python.h>

typedef struct {
    PyObject *ShapeError;
} header_of_the_wrapped_library_state;

static inline header_of_the_wrapped_library_state *
get_header_of_the_wrapped_library_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (header_of_the_wrapped_library_state *)state;
}

#endif /* HEADER_OF_THE_WRAPPED_LIBRARY_STATE_H */
