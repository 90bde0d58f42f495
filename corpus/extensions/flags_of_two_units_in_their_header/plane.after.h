#ifndef PLANE_H
#define PLANE_H

#include <Python.h>

#ifndef Py_RETURN_FALSE
#  define Py_RETURN_FALSE return Py_NewRef(Py_False)
#endif

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject *PlaneError;
    PyTypeObject *Line_Type;
    PyTypeObject *Point_Type;
} flags_of_two_units_in_their_header_state;

static inline flags_of_two_units_in_their_header_state *
get_flags_of_two_units_in_their_header_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (flags_of_two_units_in_their_header_state *)state;
}

static inline flags_of_two_units_in_their_header_state *
get_flags_of_two_units_in_their_header_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (flags_of_two_units_in_their_header_state *)state;
}

int check_number(flags_of_two_units_in_their_header_state *state, long number);

extern PyType_Spec Point_spec;

#endif
