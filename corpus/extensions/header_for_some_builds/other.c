#include <Python.h>
#include "names.h"

typedef struct {
    PyObject_HEAD
    long width;
} Box;

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "header_for_some_builds.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

/* -1 and an exception for what is no box. */
long
box_width(PyObject *box)
{
    if (Py_TYPE(box) != &Box_Type) {
        PyErr_SetString(PyExc_TypeError, "a box is needed");
        return -1;
    }
    return ((Box *)box)->width;
}
