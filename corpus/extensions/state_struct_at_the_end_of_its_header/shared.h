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

/* What each module keeps for itself. */
struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

#endif
