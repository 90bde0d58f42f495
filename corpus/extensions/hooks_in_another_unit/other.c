#include "shared.h"

/* What the module owns. */

int
shop_traverse(PyObject *module, visitproc visit, void *arg)
{
    shop_state *state = PyModule_GetState(module);

    if (state == NULL)
        return 0;
    Py_VISIT(state->warning);
    return 0;
}

int
shop_clear(PyObject *module)
{
    shop_state *state = PyModule_GetState(module);

    if (state == NULL)
        return 0;
    Py_CLEAR(state->warning);
    return 0;
}

void
shop_free(void *module)
{
    shop_clear((PyObject *)module);
}
