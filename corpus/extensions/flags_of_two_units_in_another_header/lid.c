#include "lid.h"

typedef struct {
    PyObject_HEAD
} Lid;

static PyObject *
Lid_fits(PyObject *self, PyObject *other)
{
    return PyBool_FromLong(!Py_IsNone(other));
}

static PyMethodDef Lid_methods[] = {
    {"fits", Lid_fits, METH_O, "Whether it fits."},
    {NULL, NULL, 0, NULL}
};

PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "flags_of_two_units_in_another_header.Lid",
    .tp_basicsize = sizeof(Lid),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Lid_methods,
    .tp_new = PyType_GenericNew,
};
