#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyObject *
Gate_pass(PyObject *self, PyObject *number)
{
    long found = PyLong_AsLong(number);

    if (found == -1 && PyErr_Occurred())
        return NULL;
    if (found < 0) {
        gate_state *state =
            get_definition_declared_below_its_state_state_by_type(
                Py_TYPE(self));

        PyErr_SetString(state->GateError, "nobody passes");
        return NULL;
    }
    return PyLong_FromLong(found);
}

static PyMethodDef Gate_methods[] = {
    {"pass_", Gate_pass, METH_O, "pass_(number) -> number"},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Gate_slots[] = {
    {Py_tp_methods, Gate_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

PyType_Spec Gate_spec = {
    .name = "definition_declared_below_its_state.Gate",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Gate_slots,
};
