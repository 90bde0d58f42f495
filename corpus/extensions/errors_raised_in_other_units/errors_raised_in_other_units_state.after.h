#ifndef ERRORS_RAISED_IN_OTHER_UNITS_STATE_H
#define ERRORS_RAISED_IN_OTHER_UNITS_STATE_H

#include <Python.h>

typedef struct {
    PyObject *WordError;
    PyObject *LetterError;
} errors_raised_in_other_units_state;

static inline errors_raised_in_other_units_state *
get_errors_raised_in_other_units_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (errors_raised_in_other_units_state *)state;
}

#endif /* ERRORS_RAISED_IN_OTHER_UNITS_STATE_H */
