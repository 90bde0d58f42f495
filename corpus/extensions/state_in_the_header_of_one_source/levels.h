#ifndef LEVELS_H
#define LEVELS_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    long next;
    long last;
} LevelIter;

extern PyTypeObject LevelIter_Type;

/* Returns a new iterator over numbers, or NULL with an exception. */
PyObject *levels_between(PyObject *module, PyObject *args);

#endif /* LEVELS_H */
