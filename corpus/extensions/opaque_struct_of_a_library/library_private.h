#include "library.h"

struct tally {
    long total;
};
