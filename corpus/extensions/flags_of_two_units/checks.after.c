#include <Python.h>
#include "flags_of_two_units_state.h"

int
check_number(flags_of_two_units_state *state, long number)
{
    if (number >= 0)
        return 1;
    PyErr_Format(state->PlaneError, "%ld is below zero", number);
    return 0;
}
