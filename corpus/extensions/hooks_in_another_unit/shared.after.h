#ifndef HOOKS_IN_ANOTHER_UNIT_H
#define HOOKS_IN_ANOTHER_UNIT_H

#include <Python.h>

typedef struct {
    PyObject *warning;
    PyObject *SoldOut;
    PyTypeObject *Item_Type;
} shop_state;

static inline shop_state *
get_hooks_in_another_unit_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shop_state *)state;
}

static inline shop_state *
get_hooks_in_another_unit_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (shop_state *)state;
}

int shop_traverse(PyObject *module, visitproc visit, void *arg);
int shop_clear(PyObject *module);
void shop_free(void *module);

#endif
