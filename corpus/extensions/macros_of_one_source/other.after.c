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

#define REQUIRE_BOX(state, op) \
    if (!Box_Check(state, op)) { \
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
    macros_of_one_source_state *state =
        get_macros_of_one_source_state_by_type(Py_TYPE(self));

    REQUIRE_BOX(state, arg)
    Py_INCREF(arg);
    Py_XSETREF(((LidObject *)self)->box, arg);
    Py_RETURN_NONE;
}

static PyMethodDef lid_methods[] = {
    {"lift", lid_lift, METH_NOARGS, NULL},
    {"put", lid_put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
lid_traverse(LidObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->box);
    return 0;
}

static void
lid_dealloc(LidObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->box);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Lid_slots[] = {
    {Py_tp_dealloc, lid_dealloc},
    {Py_tp_methods, lid_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, lid_traverse},
    {0, NULL},
};

PyType_Spec Lid_spec = {
    .name = "macros_of_one_source.Lid",
    .basicsize = sizeof(LidObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};
