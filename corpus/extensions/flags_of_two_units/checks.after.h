#include "flags_of_two_units_state.h"

int check_number(flags_of_two_units_state *state, long number);
