#ifndef LID_H
#define LID_H

#include <Python.h>

#ifdef __STDC__
#  define HAVE_LIDS
#endif

typedef struct {
    PyTypeObject *Lid_Type;
} source_for_some_platforms_state;

static inline source_for_some_platforms_state *
get_source_for_some_platforms_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (source_for_some_platforms_state *)state;
}

extern PyType_Spec Lid_spec;

#endif
