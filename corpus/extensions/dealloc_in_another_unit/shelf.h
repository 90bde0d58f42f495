#ifndef SHELF_H
#define SHELF_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *whole;
} Part;

extern PyTypeObject Box_Type;
extern PyTypeObject Lid_Type;

extern void shelf_dealloc(PyObject *self);
extern PyObject *shelf_part(PyTypeObject *type, PyObject *whole);
extern PyObject *lid(PyObject *module, PyObject *whole);

#endif
