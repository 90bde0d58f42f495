#include "shared.h"

struct slots registry;

int
registry_add(PyObject *value)
{
    PyTypeObject *type = Py_TYPE(value);
    Py_ssize_t at = registry.next;

    Py_INCREF(value);
    Py_XSETREF(registry.kept[at].value, value);
    registry.kept[at].times += 1;
    registry.next = (at + 1) % SLOTS;
    Py_INCREF(type);
    Py_XDECREF(registry.type);
    registry.type = type;
    return 0;
}
