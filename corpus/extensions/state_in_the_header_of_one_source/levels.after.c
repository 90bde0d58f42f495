#include "levels.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

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
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
LevelIter_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef LevelIter_methods[] = {
    {"__reduce__", LevelIter_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot LevelIter_slots[] = {
    {Py_tp_dealloc, LevelIter_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, LevelIter_next},
    {Py_tp_methods, LevelIter_methods},
    {0, NULL},
};

PyType_Spec LevelIter_spec = {
    .name = "state_in_the_header_of_one_source.LevelIter",
    .basicsize = sizeof(LevelIter),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = LevelIter_slots,
};

PyObject *
levels_between(PyObject *module, PyObject *args)
{
    source_state *state = get_state_in_the_header_of_one_source_state(module);
    long first, last;
    LevelIter *self;

    if (!PyArg_ParseTuple(args, "ll", &first, &last)) {
        return NULL;
    }
    self =
        (LevelIter *)state->LevelIter_Type->tp_alloc(state->LevelIter_Type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->next = first;
    self->last = last;
    return (PyObject *)self;
}
