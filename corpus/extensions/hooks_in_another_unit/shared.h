#ifndef HOOKS_IN_ANOTHER_UNIT_H
#define HOOKS_IN_ANOTHER_UNIT_H

#include <Python.h>

typedef struct {
    PyObject *warning;
} shop_state;

int shop_traverse(PyObject *module, visitproc visit, void *arg);
int shop_clear(PyObject *module);
void shop_free(void *module);

#endif
