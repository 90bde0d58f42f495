#ifndef SHARED_H
#define SHARED_H

#include <Python.h>
#include "library.h"

typedef struct {
    PyObject *TallyError;

    /* What is counted, once something is. */
    tally *counted;
} opaque_struct_of_a_library_state;

static inline opaque_struct_of_a_library_state *
get_opaque_struct_of_a_library_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (opaque_struct_of_a_library_state *)state;
}

int check_number(opaque_struct_of_a_library_state *state, long number);

#endif
