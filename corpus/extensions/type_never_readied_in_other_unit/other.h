#include <Python.h>

PyObject *steps_from(PyObject *module, PyObject *start);
