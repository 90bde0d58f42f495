#include <Python.h>

/* Python code calls a function by its address, with an object that is asked for its type first. */

typedef struct {
    PyObject_HEAD
    long value;
} Coin;

static PyTypeObject Coin_Type;

#define Coin_Check(op) PyObject_TypeCheck(op, &Coin_Type)

static int
is_coin(PyObject *op)
{
    if (Coin_Check(op)) {
        return 1;
    }
    PyErr_Format(PyExc_TypeError, "a coin is needed, not %s", Py_TYPE(op)->tp_name);
    return 0;
}

static PyObject *
exchange(long rate, PyObject *op)
{
    Coin *coin;

    if (0 == is_coin(op)) {
        return NULL;
    }
    coin = (Coin *)Coin_Type.tp_alloc(&Coin_Type, 0);
    if (coin == NULL) {
        return NULL;
    }
    coin->value = ((Coin *)op)->value * rate;
    return (PyObject *)coin;
}

static int
Coin_init(Coin *self, PyObject *args, PyObject *kwds)
{
    return PyArg_ParseTuple(args, "l:Coin", &self->value) ? 0 : -1;
}

static PyObject *
Coin_value(Coin *self, PyObject *unused)
{
    return PyLong_FromLong(self->value);
}

static PyMethodDef Coin_methods[] = {
    {"value", (PyCFunction)Coin_value, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "object_that_a_callback_asks_for.Coin",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Coin_methods,
    .tp_init = (initproc)Coin_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
address(PyObject *module, PyObject *unused)
{
    return PyLong_FromVoidPtr(exchange);
}

static PyMethodDef functions[] = {
    {"address", address, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "object_that_a_callback_asks_for",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_object_that_a_callback_asks_for(void)
{
    PyObject *module;

    if (PyType_Ready(&Coin_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Coin_Type);
    if (PyModule_AddObject(module, "Coin", (PyObject *)&Coin_Type) < 0) {
        Py_DECREF(&Coin_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
