#ifndef PLANE_H
#define PLANE_H

#include <Python.h>

#ifndef Py_RETURN_FALSE
#  define Py_RETURN_FALSE return Py_NewRef(Py_False)
#endif

int check_number(long number);

extern PyObject *PlaneError;
extern PyTypeObject Point_Type;

#endif
