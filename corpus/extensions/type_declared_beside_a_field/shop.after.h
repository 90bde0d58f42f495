#ifndef SHOP_H
#define SHOP_H
#include <Python.h>

typedef struct {
    PyObject *Error;
} shop_state;

static inline shop_state *
get_shop_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shop_state *)state;
}

PyObject *fail(PyObject *module, PyObject *ignored);

#endif
