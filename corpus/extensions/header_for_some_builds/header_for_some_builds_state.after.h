#ifndef HEADER_FOR_SOME_BUILDS_STATE_H
#define HEADER_FOR_SOME_BUILDS_STATE_H

#include <Python.h>

typedef struct {
    PyTypeObject *Box_Type;
} header_for_some_builds_state;

static inline header_for_some_builds_state *
get_header_for_some_builds_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (header_for_some_builds_state *)state;
}

#endif /* HEADER_FOR_SOME_BUILDS_STATE_H */
