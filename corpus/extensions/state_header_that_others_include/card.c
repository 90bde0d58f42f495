#include "card.h"

PyObject *
card_new(long rank)
{
    Card *self = PyObject_New(Card, &Card_Type);

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

PyTypeObject Card_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "deck.Card",
    .tp_basicsize = sizeof(Card),
    .tp_repr = card_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
