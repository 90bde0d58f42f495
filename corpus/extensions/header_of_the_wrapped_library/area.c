#include <Python.h>

#include "shapes.h"

PyObject *ShapeError;

PyObject *
area(PyObject *self, PyObject *args)
{
    shape given;

    if (!PyArg_ParseTuple(args, "dd", &given.width, &given.height))
        return NULL;
    if (given.width < 0 || given.height < 0) {
        PyErr_SetString(ShapeError, "sides have no sign");
        return NULL;
    }
    return PyFloat_FromDouble(shape_area(&given));
}
