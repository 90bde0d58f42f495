/* What a pile is, for all sources. */
#ifndef PILE_H
#define PILE_H

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

typedef struct {
    PyTypeObject *pile_prototype;
} static_type_in_a_header_state;

static inline static_type_in_a_header_state *
get_static_type_in_a_header_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (static_type_in_a_header_state *)state;
}

static PyType_Slot pile_prototype_slots[] = {
    {Py_tp_dealloc, pile_dealloc},
    {Py_tp_methods, pile_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_sq_length, pile_length},
    {0, NULL},
};

static PyType_Spec pile_prototype_spec = {
    .name = "static_type_in_a_header.Pile",
    .basicsize = sizeof(Pile),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = pile_prototype_slots,
};

#endif
