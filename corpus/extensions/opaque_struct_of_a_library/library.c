#include <stdlib.h>
#include "library_private.h"

tally *
tally_new(void)
{
    return calloc(1, sizeof(tally));
}

void
tally_free(tally *counted)
{
    free(counted);
}

long
tally_add(tally *counted, long number)
{
    return counted->total += number;
}
