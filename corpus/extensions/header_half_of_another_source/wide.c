#include "boxes.h"

/* Uses boxes as any other extension does. -1 and an exception if it can't. */
int
is_wide(PyObject *object)
{
    if (import_boxes() < 0) {
        return -1;
    }
    return Box_Check(object) && ((Box *)object)->width > 10;
}
