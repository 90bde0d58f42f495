#include "shared.h"

PyObject *AmountError;

static PyObject *zero;
static int check(double value);

static PyObject *
amount_from(double value)
{
    AmountObject *self = PyObject_New(AmountObject, &Amount_Type);

    if (self != NULL)
        self->amount = value;
    return (PyObject *)self;
}

PyObject *
amount_sum(PyObject *items)
{
    double value, sum = 0;
    Py_ssize_t i;

    if (PyTuple_GET_SIZE(items) == 0) {
        if (zero == NULL && (zero = amount_from(0)) == NULL)
            return NULL;
        Py_INCREF(zero);
        return zero;
    }
    for (i = 0; i < PyTuple_GET_SIZE(items); i++) {
        if (amount_value(PyTuple_GET_ITEM(items, i), &value) < 0)
            return NULL;
        sum += value;
    }
    return check(sum) < 0 ? NULL : amount_from(sum);
}

static int
check(double value)
{
    if (value >= 0)
        return 0;
    PyErr_SetString(AmountError, "the sum is negative");
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

static void
amount_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
amount_add(PyObject *left, PyObject *right)
{
    double a, b;

    if (!Amount_Check(left) || !Amount_Check(right))
        Py_RETURN_NOTIMPLEMENTED;
    if (amount_value(left, &a) < 0 || amount_value(right, &b) < 0)
        return NULL;
    return amount_from(a + b);
}

static PyObject *
amount_float(PyObject *self)
{
    return PyFloat_FromDouble(((AmountObject *)self)->amount);
}

static PyNumberMethods amount_number = {
    .nb_add = amount_add,
    .nb_float = amount_float,
};

PyTypeObject Amount_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "subclassable_type_in_header.Amount",
    .tp_basicsize = sizeof(AmountObject),
    .tp_dealloc = amount_dealloc,
    .tp_as_number = &amount_number,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = amount_new,
};

PyTypeObject Fee_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "subclassable_type_in_header.Fee",
    .tp_base = &Amount_Type,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
