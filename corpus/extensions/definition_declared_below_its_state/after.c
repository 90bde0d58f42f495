#include "shared.h"

static PyObject *
ask(PyObject *module, PyObject *Py_UNUSED(unused))
{
    gate_state *state = PyModule_GetState(module);

    return PyLong_FromLong(++state->asked);
}

static PyMethodDef methods[] = {
    {"ask", ask, METH_NOARGS, "ask() -> int"},
    {NULL, NULL, 0, NULL}
};

static int
definition_declared_below_its_state_traverse(PyObject *module, visitproc visit, void *arg)
{
    gate_state *state = get_definition_declared_below_its_state_state(module);
    Py_VISIT(state->GateError);
    return 0;
}

static int
definition_declared_below_its_state_clear(PyObject *module)
{
    gate_state *state = get_definition_declared_below_its_state_state(module);
    Py_CLEAR(state->GateError);
    return 0;
}

static void
definition_declared_below_its_state_free(void *module)
{
    definition_declared_below_its_state_clear((PyObject *)module);
}

static int definition_declared_below_its_state_exec(PyObject *module);

static PyModuleDef_Slot definition_declared_below_its_state_slots[] = {
    {Py_mod_exec, definition_declared_below_its_state_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef gate_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "definition_declared_below_its_state",
    .m_doc = "Gates.",
    .m_size = sizeof(gate_state),
    .m_methods = methods,
    .m_traverse = definition_declared_below_its_state_traverse,
    .m_clear = definition_declared_below_its_state_clear,
    .m_free = definition_declared_below_its_state_free,
    .m_slots = definition_declared_below_its_state_slots,
};

static int
definition_declared_below_its_state_exec(PyObject *module)
{
    gate_state *state = get_definition_declared_below_its_state_state(module);

    PyTypeObject *Gate_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Gate_spec, NULL);
    if (Gate_Type == NULL)
        return -1;
    state->GateError = PyErr_NewException("definition_declared_below_its_state.Error", NULL,
                                          NULL);
    if (state->GateError == NULL) {
        Py_DECREF(Gate_Type);
        return -1;
    }
    Py_INCREF(state->GateError);
    if (PyModule_AddObject(module, "Error", state->GateError) < 0) {
        Py_DECREF(state->GateError);
        Py_DECREF(Gate_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Gate", (PyObject *)Gate_Type) < 0) {
        Py_DECREF(Gate_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_definition_declared_below_its_state(void)
{
    return PyModuleDef_Init(&gate_module);
}
