#include "shared.h"

typedef struct {
    PyObject_HEAD
    long price;
} Item;

static PyObject *SoldOut;

static PyObject *
Item_take(Item *self, PyObject *ignored)
{
    if (self->price <= 0) {
        PyErr_SetString(SoldOut, "nothing left");
        return NULL;
    }
    return PyLong_FromLong(self->price--);
}

static int
Item_init(Item *self, PyObject *args, PyObject *kwargs)
{
    if (!PyArg_ParseTuple(args, "l", &self->price))
        return -1;
    return 0;
}

static PyMethodDef Item_methods[] = {
    {"take", (PyCFunction)Item_take, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Item_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "hooks_in_another_unit.Item",
    .tp_basicsize = sizeof(Item),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Item_methods,
    .tp_init = (initproc)Item_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
shop_warn(PyObject *module, PyObject *message)
{
    shop_state *state = PyModule_GetState(module);

    return PyObject_CallFunctionObjArgs(state->warning, message, NULL);
}

static PyMethodDef shop_methods[] = {
    {"warn", shop_warn, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef shop = {
    PyModuleDef_HEAD_INIT,
    .m_name = "hooks_in_another_unit",
    .m_size = sizeof(shop_state),
    .m_methods = shop_methods,
    .m_traverse = shop_traverse,
    .m_clear = shop_clear,
    .m_free = shop_free,
};

PyMODINIT_FUNC
PyInit_hooks_in_another_unit(void)
{
    PyObject *module;
    shop_state *state;

    if (PyType_Ready(&Item_Type) < 0)
        return NULL;
    module = PyModule_Create(&shop);
    if (module == NULL)
        return NULL;
    state = PyModule_GetState(module);
    state->warning = PyErr_NewException("hooks_in_another_unit.Warning", NULL, NULL);
    if (state->warning == NULL)
        goto failed;
    if (SoldOut == NULL) {
        SoldOut = PyErr_NewException("hooks_in_another_unit.SoldOut", NULL, NULL);
        if (SoldOut == NULL)
            goto failed;
    }
    Py_INCREF(SoldOut);
    if (PyModule_AddObject(module, "SoldOut", SoldOut) < 0) {
        Py_DECREF(SoldOut);
        goto failed;
    }
    Py_INCREF(&Item_Type);
    if (PyModule_AddObject(module, "Item", (PyObject *)&Item_Type) < 0) {
        Py_DECREF(&Item_Type);
        goto failed;
    }
    return module;

failed:
    Py_DECREF(module);
    return NULL;
}
