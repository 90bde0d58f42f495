#include "plane.h"

int
check_number(long number)
{
    if (number >= 0)
        return 1;
    PyErr_Format(PlaneError, "%ld is below zero", number);
    return 0;
}
