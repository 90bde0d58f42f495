#ifndef LEVELS_H
#define LEVELS_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    long next;
    long last;
} LevelIter;

/* What each module object keeps: the unit of all prices. */
typedef struct {
    PyObject *unit;
    PyTypeObject *LevelIter_Type;
} source_state;

static inline source_state *
get_state_in_the_header_of_one_source_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (source_state *)state;
}

extern PyType_Spec LevelIter_spec;

/* Returns a new iterator over numbers, or NULL with an exception. */
PyObject *levels_between(PyObject *module, PyObject *args);

#endif /* LEVELS_H */
