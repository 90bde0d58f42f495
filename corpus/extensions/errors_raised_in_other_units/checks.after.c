#include <Python.h>
#include "checks.h"

int
check_word(errors_raised_in_other_units_state *state, const char *word)
{
    if (*word == '\0') {
        PyErr_SetString(state->WordError, "the word is empty");
        return 0;
    }
    return 1;
}
