#include "shared.h"

int
check_number(long number)
{
    if (counted == NULL || number < 0) {
        PyErr_SetString(TallyError, counted == NULL ? "not started" : "below zero");
        return -1;
    }
    return 0;
}
