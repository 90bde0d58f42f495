#include "shared.h"

int
check_number(opaque_struct_of_a_library_state *state, long number)
{
    if (state->counted == NULL || number < 0) {
        PyErr_SetString(state->TallyError,
                        state->counted == NULL ? "not started" : "below zero");
        return -1;
    }
    return 0;
}
