#ifndef SHOP_H
#define SHOP_H
#include <Python.h>

extern PyTypeObject boxType;
extern PyObject *Error;
PyObject *fail(PyObject *module, PyObject *ignored);

#endif
