/* Coins and notes, whose types an array at the top of the exec function holds. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} MoneyObject;

static PyTypeObject Money_Type;
static PyTypeObject Coin_Type;

static PyObject *
money_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwds))
{
    long value = 1;
    MoneyObject *self;

    if (!PyArg_ParseTuple(args, "|l", &value)) {
        return NULL;
    }
    self = (MoneyObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->value = value;
    }
    return (PyObject *)self;
}

static PyObject *
money_in_coins(MoneyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyObject_CallFunction((PyObject *)&Coin_Type, "l", self->value * 100);
}

static PyObject *
money_value(MoneyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(self->value);
}

static PyMethodDef money_methods[] = {
    {"in_coins", (PyCFunction)money_in_coins, METH_NOARGS, NULL},
    {NULL}
};

static PyGetSetDef money_getset[] = {
    {"value", (getter)money_value, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "purse.Coin",
    .tp_basicsize = sizeof(MoneyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Money_Type,
    .tp_new = money_new,
};

static PyTypeObject Money_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "purse.Money",
    .tp_basicsize = sizeof(MoneyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = money_methods,
    .tp_getset = money_getset,
    .tp_new = money_new,
};

static PyObject *
is_coin(PyObject *Py_UNUSED(module), PyObject *object)
{
    return PyBool_FromLong(Py_TYPE(object) == &Coin_Type);
}

static PyMethodDef purse_functions[] = {
    {"is_coin", is_coin, METH_O, NULL},
    {NULL}
};

static int
purse_exec(PyObject *module)
{
    struct {
        const char *name;
        PyTypeObject *type;
    } aliases[] = {
        {"Cent", &Coin_Type},
        {"Cash", &Money_Type},
    };
    PyTypeObject *types[] = {
        &Money_Type,
        &Coin_Type
    };

    for (size_t i = 0; i < Py_ARRAY_LENGTH(types); i++) {
        if (PyModule_AddType(module, types[i]) < 0) {
            return -1;
        }
    }
    for (size_t i = 0; i < Py_ARRAY_LENGTH(aliases); i++) {
        Py_INCREF(aliases[i].type);
        if (PyModule_AddObject(module, aliases[i].name, (PyObject *)aliases[i].type) < 0) {
            Py_DECREF(aliases[i].type);
            return -1;
        }
    }
    return 0;
}

static PyModuleDef_Slot purse_slots[] = {
    {Py_mod_exec, purse_exec},
    {0, NULL}
};

static struct PyModuleDef purse_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "purse",
    .m_methods = purse_functions,
    .m_slots = purse_slots,
};

PyMODINIT_FUNC
PyInit_purse(void)
{
    return PyModuleDef_Init(&purse_module);
}
