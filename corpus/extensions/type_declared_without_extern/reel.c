#include "reel.h"

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

PyTypeObject Reel_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "type_declared_without_extern.Reel",
    sizeof(Reel),
    0,
};

void
init_reel(void)
{
    Reel_Type.tp_new = Reel_new;
    Reel_Type.tp_iter = PyObject_SelfIter;
    Reel_Type.tp_iternext = Reel_next;
    Reel_Type.tp_methods = Reel_methods;
    Reel_Type.tp_flags |= Py_TPFLAGS_DEFAULT;
}
