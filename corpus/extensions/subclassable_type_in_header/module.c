#include "shared.h"

/* A variable and a function with the names that other.c has as well. */
static PyObject *zero;

static int
check(PyObject *items)
{
    if (PyTuple_GET_SIZE(items) > 0)
        return 0;
    PyErr_SetString(AmountError, "nothing to sum");
    return -1;
}

static PyObject *
total(PyObject *self, PyObject *args)
{
    return amount_sum(args);
}

static PyObject *
strict_total(PyObject *self, PyObject *args)
{
    return check(args) < 0 ? NULL : amount_sum(args);
}

static PyObject *
is_zero(PyObject *self, PyObject *op)
{
    double value;
    PyObject *number;
    int result;

    if (amount_value(op, &value) < 0)
        return NULL;
    number = PyFloat_FromDouble(value);
    if (number == NULL)
        return NULL;
    result = PyObject_RichCompareBool(number, zero, Py_EQ);
    Py_DECREF(number);
    return result < 0 ? NULL : PyBool_FromLong(result);
}

static PyMethodDef functions[] = {
    {"total", total, METH_VARARGS, NULL},
    {"strict_total", strict_total, METH_VARARGS, NULL},
    {"is_zero", is_zero, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "subclassable_type_in_header", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_subclassable_type_in_header(void)
{
    PyObject *module;

    if (PyType_Ready(&Amount_Type) < 0 || PyType_Ready(&Fee_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    zero = PyFloat_FromDouble(0.0);
    if (zero == NULL)
        goto error;
    AmountError = PyErr_NewException("subclassable_type_in_header.AmountError", PyExc_ValueError, NULL);
    if (AmountError == NULL)
        goto error;
    Py_INCREF(AmountError);
    if (PyModule_AddObject(module, "AmountError", AmountError) < 0)
        goto error;
    Py_INCREF(&Amount_Type);
    if (PyModule_AddObject(module, "Amount", (PyObject *)&Amount_Type) < 0)
        goto error;
    Py_INCREF(&Fee_Type);
    if (PyModule_AddObject(module, "Fee", (PyObject *)&Fee_Type) < 0)
        goto error;
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
