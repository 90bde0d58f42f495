#include "shared.h"

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Entry;

static PyObject *
Entry_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    return type->tp_alloc(type, 0);
}

static int
Entry_init(Entry *self, PyObject *args, PyObject *kwds)
{
    PyObject *name;

    if (!PyArg_ParseTuple(args, "U:Entry", &name))
        return -1;
    Py_INCREF(name);
    Py_XSETREF(self->name, name);
    return 0;
}

static void
Entry_dealloc(Entry *self)
{
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Entry_repr(Entry *self)
{
    return PyUnicode_FromFormat("<entry %U>", self->name);
}

PyTypeObject Entry_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "slot_called_from_other_unit.Entry",
    .tp_basicsize = sizeof(Entry),
    .tp_dealloc = (destructor)Entry_dealloc,
    .tp_repr = (reprfunc)Entry_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Entry_init,
    .tp_new = Entry_new,
};
