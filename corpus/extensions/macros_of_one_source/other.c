#include "shared.h"

typedef struct {
    PyObject_HEAD
    PyObject *box;
} LidObject;

#define CHECK_OPEN(self) \
    if (((LidObject *)(self))->box == NULL) { \
        PyErr_SetString(PyExc_ValueError, "the lid has no box"); \
        return NULL; \
    }

#define REQUIRE_BOX(op) \
    if (!Box_Check(op)) { \
        PyErr_SetString(PyExc_TypeError, "a Box is required"); \
        return NULL; \
    }

static PyObject *
lid_lift(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    CHECK_OPEN(self)
    ((BoxObject *)((LidObject *)self)->box)->is_open = 1;
    Py_RETURN_NONE;
}

static PyObject *
lid_put(PyObject *self, PyObject *arg)
{
    REQUIRE_BOX(arg)
    Py_INCREF(arg);
    Py_XSETREF(((LidObject *)self)->box, arg);
    Py_RETURN_NONE;
}

static PyMethodDef lid_methods[] = {
    {"lift", lid_lift, METH_NOARGS, NULL},
    {"put", lid_put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static void
lid_dealloc(LidObject *self)
{
    Py_XDECREF(self->box);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "macros_of_one_source.Lid",
    .tp_basicsize = sizeof(LidObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)lid_dealloc,
    .tp_methods = lid_methods,
    .tp_new = PyType_GenericNew,
};
