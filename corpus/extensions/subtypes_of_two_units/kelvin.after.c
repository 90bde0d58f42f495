#include "degrees.h"

static PyObject *
Kelvin_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%d K", (int)PyFloat_AS_DOUBLE(self));
}

static PyType_Slot Kelvin_slots[] = {
    {Py_tp_repr, Kelvin_repr},
    {0, NULL},
};

static PyType_Spec Kelvin_spec = {
    .name = "subtypes_of_two_units.Kelvin",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Kelvin_slots,
};

int
kelvin_init(PyObject *module)
{
    subtypes_of_two_units_state *state =
        get_subtypes_of_two_units_state(module);

    state->Kelvin_Type =
        subtypes_of_two_units_new_subtype(module, &Kelvin_spec, &PyFloat_Type);
    if (state->Kelvin_Type == NULL)
        return -1;
    return PyObject_SetAttrString(module, "Kelvin",
                                  (PyObject *)state->Kelvin_Type);
}
