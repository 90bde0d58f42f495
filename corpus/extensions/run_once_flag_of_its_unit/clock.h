#ifndef CLOCK_H
#define CLOCK_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *source;
} Clock;

int Clock_intern_strings(void);

extern PyTypeObject ClockType;

#endif
