#ifndef LIMITS_H
#define LIMITS_H

#include <Python.h>

extern struct PyModuleDef limits_module;

#define limits_state(o) ((struct limits_state *)PyModule_GetState(o))

struct limits_state {
    PyObject *LimitError;
    long limit;
    PyObject *module;  /* borrowed: the module owns this state */
};

static inline struct limits_state *
limits_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (struct limits_state *)state;
}

#endif
