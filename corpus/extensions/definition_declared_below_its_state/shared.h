#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

/* What each module object keeps: how often it was asked. */
typedef struct {
    long asked;
} gate_state;

extern struct PyModuleDef gate_module;
extern PyTypeObject Gate_Type;
extern PyObject *GateError;

#endif /* SHARED_H */
