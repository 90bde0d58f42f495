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

static inline PyObject *
tank_level(Tank *tank)
{
    if (tank->level > 100) {
        PyErr_SetString(OverflowError, "the tank has run over");
        return NULL;
    }
    return PyFloat_FromDouble(tank->level);
}

/* What each module keeps for itself. */
struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

#endif
