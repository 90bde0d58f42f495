#ifndef FLAGS_OF_TWO_UNITS_STATE_H
#define FLAGS_OF_TWO_UNITS_STATE_H

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject *PlaneError;
    PyTypeObject *Line_Type;
    PyTypeObject *Point_Type;
} flags_of_two_units_state;

static inline flags_of_two_units_state *
get_flags_of_two_units_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (flags_of_two_units_state *)state;
}

static inline flags_of_two_units_state *
get_flags_of_two_units_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (flags_of_two_units_state *)state;
}

#endif /* FLAGS_OF_TWO_UNITS_STATE_H */
