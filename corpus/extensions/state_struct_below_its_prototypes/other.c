#include "shared.h"

PyObject *OverflowError;

PyObject *
tank_filled(Tank *tank, double amount)
{
    if (tank->level + amount > 100.0) {
        PyErr_Format(OverflowError, "the tank is full");
        return NULL;
    }
    tank->level += amount;
    return PyFloat_FromDouble(tank->level);
}

static PyObject *
Tank_fill(Tank *self, PyObject *amount)
{
    double value = PyFloat_AsDouble(amount);

    if (value == -1.0 && PyErr_Occurred())
        return NULL;
    return tank_filled(self, value);
}

static PyMethodDef Tank_methods[] = {
    {"fill", (PyCFunction)Tank_fill, METH_O, "Fill in some more."},
    {NULL, NULL, 0, NULL}
};

PyTypeObject Tank_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "state_struct_below_its_prototypes.Tank",
    .tp_basicsize = sizeof(Tank),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "A tank of 100 litres.",
    .tp_methods = Tank_methods,
    .tp_new = PyType_GenericNew,
};
