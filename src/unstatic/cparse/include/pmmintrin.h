/* Stands in for the compiler's header of this name. */
#include "vector_types.h"
