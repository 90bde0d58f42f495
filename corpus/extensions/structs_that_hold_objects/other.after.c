#include "shared.h"

int
registry_add(structs_that_hold_objects_state *state, PyObject *value)
{
    PyTypeObject *type = Py_TYPE(value);
    Py_ssize_t at = state->registry.next;

    Py_INCREF(value);
    Py_XSETREF(state->registry.kept[at].value, value);
    state->registry.kept[at].times += 1;
    state->registry.next = (at + 1) % SLOTS;
    Py_INCREF(type);
    Py_XDECREF(state->registry.type);
    state->registry.type = type;
    return 0;
}
