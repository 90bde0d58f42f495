#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

extern PyObject *TooLongError;
extern PyTypeObject Line_Type;

PyObject *line_of(Py_ssize_t length);
int add_checks(PyObject *package);

#endif
