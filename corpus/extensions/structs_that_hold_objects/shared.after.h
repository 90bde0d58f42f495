#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

#define SLOTS 3

/* What was kept last, and how often. */
typedef struct {
    PyObject *value;
    Py_ssize_t times;
} Kept;

struct slots {
    Kept kept[SLOTS];
    PyTypeObject *type;     /* of what was kept last */
    Py_ssize_t next;
};

typedef struct {
    struct {
        PyObject *empty;        /* what is asked of an empty slot */
        PyObject *fallback[2];
        int asked;
    } names;
    struct error {
        PyObject *type;
        const char *name;
        long code;
    } errors[2];
    PyTypeObject *Box_Type;
    struct slots registry;
} structs_that_hold_objects_state;

static inline structs_that_hold_objects_state *
get_structs_that_hold_objects_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (structs_that_hold_objects_state *)state;
}

static inline structs_that_hold_objects_state *
get_structs_that_hold_objects_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (structs_that_hold_objects_state *)state;
}

int registry_add(structs_that_hold_objects_state *state, PyObject *value);

#endif
