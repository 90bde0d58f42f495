#include "shared.h"

static PyObject *
kind_of(PyObject *module, PyObject *object)
{
    macro_repeated_by_a_source_state *state = get_macro_repeated_by_a_source_state(module);

    return PyUnicode_FromString(Box_CheckExact(state, object) ? "box" : Box_Check(state, object)
                                ? "a kind of box" : "no box");
}

static PyMethodDef functions[] = {
    {"kind_of", kind_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
macro_repeated_by_a_source_traverse(PyObject *module, visitproc visit, void *arg)
{
    macro_repeated_by_a_source_state *state = get_macro_repeated_by_a_source_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
macro_repeated_by_a_source_clear(PyObject *module)
{
    macro_repeated_by_a_source_state *state = get_macro_repeated_by_a_source_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
macro_repeated_by_a_source_free(void *module)
{
    macro_repeated_by_a_source_clear((PyObject *)module);
}

static int macro_repeated_by_a_source_exec(PyObject *module);

static PyModuleDef_Slot macro_repeated_by_a_source_slots[] = {
    {Py_mod_exec, macro_repeated_by_a_source_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef macro_repeated_by_a_source_definition = {
    PyModuleDef_HEAD_INIT, "macro_repeated_by_a_source", NULL, sizeof(macro_repeated_by_a_source_state),
    functions, macro_repeated_by_a_source_slots, macro_repeated_by_a_source_traverse,
    macro_repeated_by_a_source_clear, macro_repeated_by_a_source_free
};

static int
macro_repeated_by_a_source_exec(PyObject *module)
{
    macro_repeated_by_a_source_state *state = get_macro_repeated_by_a_source_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_macro_repeated_by_a_source(void)
{
    return PyModuleDef_Init(&macro_repeated_by_a_source_definition);
}
