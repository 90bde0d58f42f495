#ifndef BOXES_H
#define BOXES_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    long width;
} Box;

#define Box_WIDTH(op) (((Box *)(op))->width)

typedef struct {
    PyTypeObject *type;
    int (*check)(PyObject *);
    int (*check_exact)(PyObject *);
    Box *(*from_width)(long);
    Box *(*copy)(PyObject *);
} Box_CAPI;

#ifndef BOXES_MODULE

/* For other extensions. */
static Box_CAPI *box_api = NULL;

static inline int
Box_Import(void)
{
    box_api = (Box_CAPI *)PyCapsule_Import("questions_in_a_capsule._CAPI", 0);
    return box_api == NULL ? -1 : 0;
}

#define Box_Check(op) (box_api->check((PyObject *)(op)))
#define Box_CheckExact(op) (Py_TYPE(op) == box_api->type)

#endif /* !BOXES_MODULE */

#endif /* !BOXES_H */
