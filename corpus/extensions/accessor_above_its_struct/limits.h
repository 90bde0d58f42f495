#ifndef LIMITS_H
#define LIMITS_H

#include <Python.h>

extern struct PyModuleDef limits_module;

#if PY_MAJOR_VERSION >= 3
#define limits_state(o) ((struct limits_state *)PyModule_GetState(o))
#define limits_global() (limits_state(PyState_FindModule(&limits_module)))
#else
extern struct limits_state the_limits;
#define limits_state(o) (&the_limits)
#define limits_global() (&the_limits)
#endif

struct limits_state {
    PyObject *LimitError;
    long limit;
};

#endif
