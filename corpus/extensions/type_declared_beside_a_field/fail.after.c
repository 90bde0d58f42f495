#include "shop.h"

PyObject *
fail(PyObject *module, PyObject *ignored)
{
    shop_state *state = get_shop_state(module);

    PyErr_SetString(state->Error, "no");
    return NULL;
}
