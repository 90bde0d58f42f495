#ifndef DEGREES_H
#define DEGREES_H

#include <Python.h>

/* Scales of other units. */
extern PyTypeObject Kelvin_Type;

/* Adds Kelvin to the module, and returns -1 if it can't. */
int kelvin_init(PyObject *module);

#endif
