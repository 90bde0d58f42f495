#ifndef SHARED_H
#define SHARED_H

#include <Python.h>

typedef struct {
    PyObject_HEAD
    double amount;
} AmountObject;

extern PyTypeObject Amount_Type, Fee_Type;
extern PyObject *AmountError;

#define Amount_Check(op) PyObject_TypeCheck((op), &Amount_Type)

/* Both units raise, so this is here. */
static inline int
amount_value(PyObject *op, double *value)
{
    if (!Amount_Check(op)) {
        PyErr_Format(AmountError, "%.50s is no amount", Py_TYPE(op)->tp_name);
        return -1;
    }
    *value = ((AmountObject *)op)->amount;
    return 0;
}

PyObject *amount_sum(PyObject *items);

#endif
