#ifndef REEL_H
#define REEL_H

#include <Python.h>

#define Reel_CheckExact(state, x) (Py_TYPE(x) == (state)->Reel_Type)

typedef struct {
    PyTypeObject *Reel_Type;
} type_declared_without_extern_state;

static inline type_declared_without_extern_state *
get_type_declared_without_extern_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (type_declared_without_extern_state *)state;
}

extern PyType_Spec Reel_spec;

typedef struct {
    PyObject_HEAD
    long turns;
} Reel;

#endif
