#include "card.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

PyObject *
card_new(deck_state *state, long rank)
{
    Card *self = (Card *)state->Card_Type->tp_alloc(state->Card_Type, 0);

    if (self == NULL)
        return NULL;
    self->rank = rank;
    return (PyObject *)self;
}

static PyObject *
card_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<card %ld>", ((Card *)self)->rank);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Card_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Card_methods[] = {
    {"__reduce__", Card_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Card_slots[] = {
    {Py_tp_repr, card_repr},
    {Py_tp_methods, Card_methods},
    {0, NULL},
};

PyType_Spec Card_spec = {
    .name = "deck.Card",
    .basicsize = sizeof(Card),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Card_slots,
};
