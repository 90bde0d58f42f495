#include "shared.h"

PyObject *GateError;

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

struct PyModuleDef gate_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "definition_declared_below_its_state",
    .m_doc = "Gates.",
    .m_size = sizeof(gate_state),
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_definition_declared_below_its_state(void)
{
    PyObject *module;

    if (PyType_Ready(&Gate_Type) < 0)
        return NULL;
    module = PyModule_Create(&gate_module);
    if (module == NULL)
        return NULL;
    GateError = PyErr_NewException("definition_declared_below_its_state.Error", NULL, NULL);
    if (GateError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(GateError);
    if (PyModule_AddObject(module, "Error", GateError) < 0) {
        Py_DECREF(GateError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Gate_Type);
    if (PyModule_AddObject(module, "Gate", (PyObject *)&Gate_Type) < 0) {
        Py_DECREF(&Gate_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
