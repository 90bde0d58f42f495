#include <Python.h>
#include "types.h"

namespace
{

int
exec_module(PyObject *module)
{
    cpp_definition_in_a_namespace_state *state =
        get_cpp_definition_in_a_namespace_state(module);

    using namespace shelf;
    if (!init_names(state) || !Box::ready(state, module)) {
        return -1;
    }
    Py_INCREF(state->Box_type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_type) < 0) {
        Py_DECREF(state->Box_type);
        return -1;
    }
    return 0;
}

PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)exec_module},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static int
cpp_definition_in_a_namespace_traverse(PyObject *module, visitproc visit,
                                       void *arg)
{
    cpp_definition_in_a_namespace_state *state =
        get_cpp_definition_in_a_namespace_state(module);
    Py_VISIT(state->full_str);
    Py_VISIT(state->Box_type);
    return 0;
}

static int
cpp_definition_in_a_namespace_clear(PyObject *module)
{
    cpp_definition_in_a_namespace_state *state =
        get_cpp_definition_in_a_namespace_state(module);
    Py_CLEAR(state->full_str);
    Py_CLEAR(state->Box_type);
    return 0;
}

static void
cpp_definition_in_a_namespace_free(void *module)
{
    cpp_definition_in_a_namespace_clear((PyObject *)module);
}

PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "cpp_definition_in_a_namespace",
    NULL,
    sizeof(cpp_definition_in_a_namespace_state),
    NULL,
    slots,
    cpp_definition_in_a_namespace_traverse,
    cpp_definition_in_a_namespace_clear,
    cpp_definition_in_a_namespace_free,
};

} // namespace

PyModuleDef *
cpp_definition_in_a_namespace_definition()
{
    return &moduledef;
}

PyMODINIT_FUNC
PyInit_cpp_definition_in_a_namespace(void)
{
    return PyModuleDef_Init(&moduledef);
}
