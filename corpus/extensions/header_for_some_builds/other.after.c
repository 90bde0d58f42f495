#include <Python.h>
#include "names.h"
#include "header_for_some_builds_state.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long width;
} Box;

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

PyType_Spec Box_spec = {
    .name = "header_for_some_builds.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

/* -1 and an exception for what is no box. */
long
box_width(header_for_some_builds_state *state, PyObject *box)
{
    if (Py_TYPE(box) != state->Box_Type) {
        PyErr_SetString(PyExc_TypeError, "a box is needed");
        return -1;
    }
    return ((Box *)box)->width;
}
