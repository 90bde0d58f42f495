#include "degrees.h"

static PyObject *
Kelvin_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%d K", (int)PyFloat_AS_DOUBLE(self));
}

PyTypeObject Kelvin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "subtypes_of_two_units.Kelvin",
    .tp_repr = Kelvin_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

int
kelvin_init(PyObject *module)
{
    Kelvin_Type.tp_base = &PyFloat_Type;
    if (PyType_Ready(&Kelvin_Type) < 0)
        return -1;
    return PyObject_SetAttrString(module, "Kelvin", (PyObject *)&Kelvin_Type);
}
