/* What a pile is, for all sources. */
#ifndef PILE_H
#define PILE_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    Py_ssize_t count;
} Pile;

void pile_dealloc(PyObject *self);
Py_ssize_t pile_length(PyObject *self);
PyObject *pile_grow(PyObject *self, PyObject *arg);

static PyMethodDef pile_methods[] = {
    {"grow", pile_grow, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PySequenceMethods pile_as_sequence = {
    .sq_length = pile_length,
};

static PyTypeObject pile_prototype = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "static_type_in_a_header.Pile",
    .tp_basicsize = sizeof(Pile),
    .tp_dealloc = pile_dealloc,
    .tp_as_sequence = &pile_as_sequence,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = pile_methods,
    .tp_new = PyType_GenericNew,
};

#endif
