#ifndef LID_H
#define LID_H

#include "compat.h"

extern PyTypeObject Lid_Type;

#endif /* LID_H */
