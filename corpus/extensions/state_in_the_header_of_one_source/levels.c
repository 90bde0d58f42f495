#include "levels.h"

static PyObject *
LevelIter_next(LevelIter *self)
{
    if (self->next > self->last) {
        return NULL;
    }
    return PyLong_FromLong(self->next++);
}

static void
LevelIter_dealloc(LevelIter *self)
{
    PyObject_Del(self);
}

PyTypeObject LevelIter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "state_in_the_header_of_one_source.LevelIter",
    .tp_basicsize = sizeof(LevelIter),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)LevelIter_dealloc,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = (iternextfunc)LevelIter_next,
};

PyObject *
levels_between(PyObject *module, PyObject *args)
{
    long first, last;
    LevelIter *self;

    if (!PyArg_ParseTuple(args, "ll", &first, &last)) {
        return NULL;
    }
    self = PyObject_New(LevelIter, &LevelIter_Type);
    if (self == NULL) {
        return NULL;
    }
    self->next = first;
    self->last = last;
    return (PyObject *)self;
}
