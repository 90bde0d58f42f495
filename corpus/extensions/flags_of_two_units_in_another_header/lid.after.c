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

static PyType_Slot Lid_slots[] = {
    {Py_tp_methods, Lid_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

PyType_Spec Lid_spec = {
    .name = "flags_of_two_units_in_another_header.Lid",
    .basicsize = sizeof(Lid),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};
