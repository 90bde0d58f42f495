#include "shop.h"

PyObject *
fail(PyObject *module, PyObject *ignored)
{
    PyErr_SetString(Error, "no");
    return NULL;
}
