#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    double level;
} Tank;

extern PyTypeObject Tank_Type;
extern PyObject *OverflowError;

/* Return the level of a tank, or raise OverflowError. */
PyObject *tank_filled(Tank *tank, double amount);

/* What each module keeps for itself. */
typedef struct {
    PyObject *error;
#ifdef Py_GIL_DISABLED
    PyMutex lock;
#endif
} module_state_t;

#define GETSTATE(m) ((module_state_t *)PyModule_GetState(m))

#endif
