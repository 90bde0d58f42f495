#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

#define SLOTS 3

/* What was kept last, and how often. */
typedef struct {
    PyObject *value;
    Py_ssize_t times;
} Kept;

struct slots {
    Kept kept[SLOTS];
    PyTypeObject *type;     /* of what was kept last */
    Py_ssize_t next;
};

extern struct slots registry;

int registry_add(PyObject *value);

#endif
