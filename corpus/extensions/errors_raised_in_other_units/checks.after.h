/* What a word must be. */

#ifndef CHECKS_H
#define CHECKS_H

#include "errors_raised_in_other_units_state.h"

int check_word(errors_raised_in_other_units_state *state, const char *word);

#endif
