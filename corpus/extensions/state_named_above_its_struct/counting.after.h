#ifndef COUNTING_H
#define COUNTING_H

#include <Python.h>

typedef struct counting_state counting_state;

/* What a callback gets. */
typedef struct {
    PyObject *list;
    int limit;
    counting_state *state;
} Collected;

static PyObject *error_of(counting_state *state, int code);
static int collect(int number, void *data);

/* {{{ Exceptions */
typedef struct {
    int code;
    char *name;
    PyObject *exception;
} Failure;

struct counting_state {
    PyObject *Error;
    Failure failures[3];
};

static inline counting_state *
get_counting_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (counting_state *)state;
}

/* }}} */

#endif
