/* What words become. */

#include "errors_raised_in_other_units_state.h"

char *other_next(errors_raised_in_other_units_state *state, const char *word);
