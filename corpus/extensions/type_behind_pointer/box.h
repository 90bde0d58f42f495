#ifndef BOX_H
#define BOX_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

extern PyTypeObject* Box_Type;
extern PyTypeObject *Lid_Type;

#define Box_Check(op) PyObject_TypeCheck((op), Box_Type)

int Box_Register(PyObject* package);

#endif
