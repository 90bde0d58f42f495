#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *label;
} BoxObject;

extern PyTypeObject Box_Type;
#define Box_Check(op) PyObject_TypeCheck(op, &Box_Type)
#define Box_CheckExact(op) (Py_TYPE(op) == &Box_Type)

#endif
