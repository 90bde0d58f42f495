#pragma once
#include <Python.h>

typedef struct {
    PyTypeObject *Box_type;
} cpp_state_outside_of_a_namespace_state;

static inline cpp_state_outside_of_a_namespace_state *
get_cpp_state_outside_of_a_namespace_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_state_outside_of_a_namespace_state *)state;
}

static inline cpp_state_outside_of_a_namespace_state *
get_cpp_state_outside_of_a_namespace_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (cpp_state_outside_of_a_namespace_state *)state;
}

namespace shelf
{

struct Box
{
    PyObject_HEAD
    int lids;

    static PyType_Spec spec;

    static bool ready(cpp_state_outside_of_a_namespace_state *state,
                      PyObject *module);

    static bool check(cpp_state_outside_of_a_namespace_state *state,
                      PyObject *object)
    {
        return PyObject_TypeCheck(object, state->Box_type) != 0;
    }
};

} // namespace shelf
