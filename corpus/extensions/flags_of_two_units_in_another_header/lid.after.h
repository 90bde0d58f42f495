#ifndef LID_H
#define LID_H

#include "compat.h"

typedef struct {
    PyObject *empty_error;
    PyTypeObject *Box_Type;
} flags_of_two_units_in_another_header_state;

static inline flags_of_two_units_in_another_header_state *
get_flags_of_two_units_in_another_header_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (flags_of_two_units_in_another_header_state *)state;
}

static inline flags_of_two_units_in_another_header_state *
get_flags_of_two_units_in_another_header_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (flags_of_two_units_in_another_header_state *)state;
}

extern PyType_Spec Lid_spec;

#endif /* LID_H */
