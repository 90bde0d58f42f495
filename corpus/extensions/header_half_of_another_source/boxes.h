#ifndef BOXES_H
#define BOXES_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    long width;
} Box;

int is_wide(PyObject *object);

#ifndef BOXES_INTERNAL
static void **boxes_api;

#define Box_Type (*(PyTypeObject *)boxes_api[0])

#define Box_Check(x) PyObject_TypeCheck((x), &Box_Type)

/* -1 and an exception if it can't. */
static inline int
import_boxes(void)
{
    if (boxes_api == NULL) {
        boxes_api = (void **)PyCapsule_Import("header_half_of_another_source._API", 0);
    }
    return boxes_api != NULL ? 0 : -1;
}
#endif

#endif /* !BOXES_H */
