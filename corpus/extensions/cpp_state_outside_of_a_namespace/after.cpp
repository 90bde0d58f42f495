#include <Python.h>
#include "types.h"

namespace
{

bool
ready_types(cpp_state_outside_of_a_namespace_state *state, PyObject *module)
{
    using namespace shelf;
    return Box::ready(state, module);
}

int
exec_module(PyObject *module)
{
    cpp_state_outside_of_a_namespace_state *state =
        get_cpp_state_outside_of_a_namespace_state(module);

    using namespace shelf;
    if (!ready_types(state, module)) {
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
cpp_state_outside_of_a_namespace_traverse(PyObject *module, visitproc visit,
                                          void *arg)
{
    cpp_state_outside_of_a_namespace_state *state =
        get_cpp_state_outside_of_a_namespace_state(module);
    Py_VISIT(state->Box_type);
    return 0;
}

static int
cpp_state_outside_of_a_namespace_clear(PyObject *module)
{
    cpp_state_outside_of_a_namespace_state *state =
        get_cpp_state_outside_of_a_namespace_state(module);
    Py_CLEAR(state->Box_type);
    return 0;
}

static void
cpp_state_outside_of_a_namespace_free(void *module)
{
    cpp_state_outside_of_a_namespace_clear((PyObject *)module);
}

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "cpp_state_outside_of_a_namespace",
    NULL,
    sizeof(cpp_state_outside_of_a_namespace_state),
    NULL,
    slots,
    cpp_state_outside_of_a_namespace_traverse,
    cpp_state_outside_of_a_namespace_clear,
    cpp_state_outside_of_a_namespace_free,
};

} // namespace

PyMODINIT_FUNC
PyInit_cpp_state_outside_of_a_namespace(void)
{
    return PyModuleDef_Init(&definition);
}
