#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyTypeObject *Entry_Type;
} slot_called_from_other_unit_state;

static inline slot_called_from_other_unit_state *
get_slot_called_from_other_unit_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (slot_called_from_other_unit_state *)state;
}

extern PyType_Spec Entry_spec;

#endif
