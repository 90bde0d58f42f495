#include "degrees.h"

/* Celsius(20).kelvin() is Kelvin(293). */
static PyObject *
Celsius_kelvin(PyObject *self, PyObject *args)
{
    subtypes_of_two_units_state *state = get_subtypes_of_two_units_state_by_type(Py_TYPE(self));

    return PyObject_CallFunction((PyObject *)state->Kelvin_Type, "d", PyFloat_AS_DOUBLE(self) + 273.15);
}

static PyObject *
Celsius_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%d C", (int)PyFloat_AS_DOUBLE(self));
}

static PyMethodDef Celsius_methods[] = {
    {"kelvin", Celsius_kelvin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Celsius_slots[] = {
    {Py_tp_repr, Celsius_repr},
    {Py_tp_methods, Celsius_methods},
    {0, NULL},
};

static PyType_Spec Celsius_spec = {
    .name = "subtypes_of_two_units.Celsius",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Celsius_slots,
};

static PyObject *
freezing(PyObject *module, PyObject *args)
{
    subtypes_of_two_units_state *state = get_subtypes_of_two_units_state(module);

    return PyObject_CallFunction((PyObject *)state->Celsius_Type, "d", 0.0);
}

static PyMethodDef functions[] = {
    {"freezing", freezing, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
subtypes_of_two_units_traverse(PyObject *module, visitproc visit, void *arg)
{
    subtypes_of_two_units_state *state = get_subtypes_of_two_units_state(module);
    Py_VISIT(state->Kelvin_Type);
    Py_VISIT(state->Celsius_Type);
    return 0;
}

static int
subtypes_of_two_units_clear(PyObject *module)
{
    subtypes_of_two_units_state *state = get_subtypes_of_two_units_state(module);
    Py_CLEAR(state->Kelvin_Type);
    Py_CLEAR(state->Celsius_Type);
    return 0;
}

static void
subtypes_of_two_units_free(void *module)
{
    subtypes_of_two_units_clear((PyObject *)module);
}

static int subtypes_of_two_units_exec(PyObject *module);

static PyModuleDef_Slot subtypes_of_two_units_slots[] = {
    {Py_mod_exec, subtypes_of_two_units_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef degrees_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "subtypes_of_two_units",
    .m_size = sizeof(subtypes_of_two_units_state),
    .m_methods = functions,
    .m_traverse = subtypes_of_two_units_traverse,
    .m_clear = subtypes_of_two_units_clear,
    .m_free = subtypes_of_two_units_free,
    .m_slots = subtypes_of_two_units_slots,
};

static int
subtypes_of_two_units_exec(PyObject *module)
{
    subtypes_of_two_units_state *state = get_subtypes_of_two_units_state(module);

    state->Celsius_Type = subtypes_of_two_units_new_subtype(module, &Celsius_spec, &PyFloat_Type);
    if (state->Celsius_Type == NULL)
        return -1;
    if (PyObject_SetAttrString(module, "Celsius", (PyObject *)state->Celsius_Type) < 0 ||
        kelvin_init(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_subtypes_of_two_units(void)
{
    return PyModuleDef_Init(&degrees_module);
}
