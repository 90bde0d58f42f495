#include "reel.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyObject *
Reel_new(PyTypeObject *cls, PyObject *args, PyObject *kwargs)
{
    return cls->tp_alloc(cls, 0);
}

static PyObject *
Reel_next(PyObject *self)
{
    if (((Reel *)self)->turns >= 100) {
        /* The film is at its end. */
        return NULL;
    }
    return PyLong_FromLong(++((Reel *)self)->turns);
}

static PyObject *
Reel_turn(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *turns = Reel_next(self);

    if (turns == NULL && !PyErr_Occurred()) {
        PyErr_SetString(PyExc_EOFError, "the film is at its end");
    }
    return turns;
}

static PyMethodDef Reel_methods[] = {
    {"turn", Reel_turn, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Reel_slots[] = {
    {Py_tp_new, Reel_new},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, Reel_next},
    {Py_tp_methods, Reel_methods},
    {0, NULL},
};

PyType_Spec Reel_spec = {
    .name = "type_declared_without_extern.Reel",
    .basicsize = sizeof(Reel),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reel_slots,
};
