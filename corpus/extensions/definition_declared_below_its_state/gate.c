#include "shared.h"

static PyObject *
Gate_pass(PyObject *self, PyObject *number)
{
    long found = PyLong_AsLong(number);

    if (found == -1 && PyErr_Occurred())
        return NULL;
    if (found < 0) {
        PyErr_SetString(GateError, "nobody passes");
        return NULL;
    }
    return PyLong_FromLong(found);
}

static PyMethodDef Gate_methods[] = {
    {"pass_", Gate_pass, METH_O, "pass_(number) -> number"},
    {NULL, NULL, 0, NULL}
};

PyTypeObject Gate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "definition_declared_below_its_state.Gate",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Gate_methods,
    .tp_new = PyType_GenericNew,
};
