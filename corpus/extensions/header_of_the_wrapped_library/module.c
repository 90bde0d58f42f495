#include <Python.h>

#include "shapes.h"

extern PyObject *ShapeError;
PyObject *area(PyObject *self, PyObject *args);

static PyObject *
check(PyObject *self, PyObject *arg)
{
    shape square;

    square.width = square.height = PyFloat_AsDouble(arg);
    if (PyErr_Occurred())
        return NULL;
    if (shape_area(&square) > 100) {
        PyErr_SetString(ShapeError, "too large");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"area", area, METH_VARARGS, NULL},
    {"check", check, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "header_of_the_wrapped_library", NULL, -1, methods
};

PyMODINIT_FUNC
PyInit_header_of_the_wrapped_library(void)
{
    PyObject *m = PyModule_Create(&module_def);

    if (m == NULL)
        return NULL;
    ShapeError = PyErr_NewException("header_of_the_wrapped_library.ShapeError", NULL, NULL);
    if (ShapeError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(ShapeError);
    if (PyModule_AddObject(m, "ShapeError", ShapeError) < 0) {
        Py_DECREF(ShapeError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
