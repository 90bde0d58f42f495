#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

PyObject *
tank_filled(module_state_t *state, Tank *tank, double amount)
{
    if (tank->level + amount > 100.0) {
        PyErr_Format(state->OverflowError, "the tank is full");
        return NULL;
    }
    tank->level += amount;
    return PyFloat_FromDouble(tank->level);
}

static PyObject *
Tank_fill(Tank *self, PyObject *amount)
{
    module_state_t *state =
        get_state_struct_below_its_prototypes_state_by_type(Py_TYPE(self));
    double value = PyFloat_AsDouble(amount);

    if (value == -1.0 && PyErr_Occurred())
        return NULL;
    return tank_filled(state, self, value);
}

static PyMethodDef Tank_methods[] = {
    {"fill", (PyCFunction)Tank_fill, METH_O, "Fill in some more."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Tank_slots[] = {
    {Py_tp_doc, "A tank of 100 litres."},
    {Py_tp_methods, Tank_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

PyType_Spec Tank_spec = {
    .name = "state_struct_below_its_prototypes.Tank",
    .basicsize = sizeof(Tank),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tank_slots,
};
