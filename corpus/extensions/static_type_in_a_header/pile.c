/* How a pile grows. */
#include "pile.h"

void
pile_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

Py_ssize_t
pile_length(PyObject *self)
{
    return ((Pile *)self)->count;
}

PyObject *
pile_grow(PyObject *self, PyObject *arg)
{
    Py_ssize_t more = PyLong_AsSsize_t(arg);

    if (more == -1 && PyErr_Occurred()) {
        return NULL;
    }
    ((Pile *)self)->count += more;
    Py_RETURN_NONE;
}
