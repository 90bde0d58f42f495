#ifndef TYPE_NEVER_READIED_IN_OTHER_UNIT_STATE_H
#define TYPE_NEVER_READIED_IN_OTHER_UNIT_STATE_H

#include <Python.h>

typedef struct {
    PyTypeObject *Steps_Type;
} type_never_readied_in_other_unit_state;

static inline type_never_readied_in_other_unit_state *
get_type_never_readied_in_other_unit_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (type_never_readied_in_other_unit_state *)state;
}

#endif /* TYPE_NEVER_READIED_IN_OTHER_UNIT_STATE_H */
