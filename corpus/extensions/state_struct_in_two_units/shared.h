#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    double level;
} Tank;

extern PyTypeObject Tank_Type;
extern PyObject *OverflowError;

PyObject *tank_filled(Tank *tank, double amount);

#endif
