#ifndef REEL_H
#define REEL_H

#include <Python.h>

#define Reel_CheckExact(x) (Py_TYPE(x) == &Reel_Type)

PyTypeObject Reel_Type __attribute__((common));

typedef struct {
    PyObject_HEAD
    long turns;
} Reel;

void init_reel(void);

#endif
