#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static int check(subclassable_type_in_header_state *state, double value);

static PyObject *
amount_from(subclassable_type_in_header_state *state, double value)
{
    AmountObject *self =
        (AmountObject *)state->Amount_Type->tp_alloc(state->Amount_Type, 0);

    if (self != NULL)
        self->amount = value;
    return (PyObject *)self;
}

PyObject *
amount_sum(subclassable_type_in_header_state *state, PyObject *items)
{
    double value, sum = 0;
    Py_ssize_t i;

    if (PyTuple_GET_SIZE(items) == 0) {
        if (state->other_zero == NULL &&
            (state->other_zero = amount_from(state, 0)) == NULL)
            return NULL;
        Py_INCREF(state->other_zero);
        return state->other_zero;
    }
    for (i = 0; i < PyTuple_GET_SIZE(items); i++) {
        if (amount_value(state, PyTuple_GET_ITEM(items, i), &value) < 0)
            return NULL;
        sum += value;
    }
    return check(state, sum) < 0 ? NULL : amount_from(state, sum);
}

static int
check(subclassable_type_in_header_state *state, double value)
{
    if (value >= 0)
        return 0;
    PyErr_SetString(state->AmountError, "the sum is negative");
    return -1;
}

static PyObject *
amount_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    AmountObject *self;
    double value;

    if (!PyArg_ParseTuple(args, "d", &value))
        return NULL;
    self = (AmountObject *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->amount = value;
    return (PyObject *)self;
}

static int
amount_traverse(AmountObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
amount_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
amount_add(PyObject *left, PyObject *right)
{
    subclassable_type_in_header_state *state =
        get_subclassable_type_in_header_state_by_types(
            Py_TYPE(left), Py_TYPE(right));
    double a, b;

    if (!Amount_Check(state, left) || !Amount_Check(state, right))
        Py_RETURN_NOTIMPLEMENTED;
    if (amount_value(state, left, &a) < 0 ||
        amount_value(state, right, &b) < 0)
        return NULL;
    return amount_from(state, a + b);
}

static PyObject *
amount_float(PyObject *self)
{
    return PyFloat_FromDouble(((AmountObject *)self)->amount);
}

static PyType_Slot Amount_slots[] = {
    {Py_tp_dealloc, amount_dealloc},
    {Py_tp_new, amount_new},
    {Py_nb_add, amount_add},
    {Py_nb_float, amount_float},
    {Py_tp_traverse, amount_traverse},
    {0, NULL},
};

PyType_Spec Amount_spec = {
    .name = "subclassable_type_in_header.Amount",
    .basicsize = sizeof(AmountObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Amount_slots,
};

static PyType_Slot Fee_slots[] = {
    {0, NULL},
};

PyType_Spec Fee_spec = {
    .name = "subclassable_type_in_header.Fee",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Fee_slots,
};
