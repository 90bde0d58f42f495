/* Coins and notes, whose types an array at the top of the exec function holds. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long value;
} MoneyObject;

typedef struct {
    PyTypeObject *Money_Type;
    PyTypeObject *Coin_Type;
} purse_state;

static struct PyModuleDef purse_module;

static inline purse_state *
get_purse_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (purse_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline purse_state *
get_purse_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &purse_module);
    assert(module != NULL);
    return get_purse_state(module);
}

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
    purse_state *state = get_purse_state_by_type(Py_TYPE(self));

    return PyObject_CallFunction((PyObject *)state->Coin_Type, "l",
                                 self->value * 100);
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

static PyType_Slot Coin_slots[] = {
    {Py_tp_new, money_new},
    {0, NULL},
};

static PyType_Spec Coin_spec = {
    .name = "purse.Coin",
    .basicsize = sizeof(MoneyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Coin_slots,
};

static PyType_Slot Money_slots[] = {
    {Py_tp_methods, money_methods},
    {Py_tp_getset, money_getset},
    {Py_tp_new, money_new},
    {0, NULL},
};

static PyType_Spec Money_spec = {
    .name = "purse.Money",
    .basicsize = sizeof(MoneyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Money_slots,
};

static PyObject *
is_coin(PyObject *module, PyObject *object)
{
    purse_state *state = get_purse_state(module);

    return PyBool_FromLong(Py_TYPE(object) == state->Coin_Type);
}

static PyMethodDef purse_functions[] = {
    {"is_coin", is_coin, METH_O, NULL},
    {NULL}
};

static PyTypeObject *
purse_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
purse_exec(PyObject *module)
{
    purse_state *state = get_purse_state(module);

    state->Money_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Money_spec, NULL);
    if (state->Money_Type == NULL) {
        return -1;
    }
    state->Coin_Type = purse_new_subtype(module, &Coin_spec, state->Money_Type);
    if (state->Coin_Type == NULL) {
        return -1;
    }

    struct {
        const char *name;
        PyTypeObject *type;
    } aliases[] = {
        {"Cent", state->Coin_Type},
        {"Cash", state->Money_Type},
    };
    PyTypeObject *types[] = {
        state->Money_Type,
        state->Coin_Type
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
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static int
pursemodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    purse_state *state = get_purse_state(module);
    Py_VISIT(state->Money_Type);
    Py_VISIT(state->Coin_Type);
    return 0;
}

static int
pursemodule_clear(PyObject *module)
{
    purse_state *state = get_purse_state(module);
    Py_CLEAR(state->Money_Type);
    Py_CLEAR(state->Coin_Type);
    return 0;
}

static void
pursemodule_free(void *module)
{
    pursemodule_clear((PyObject *)module);
}

static struct PyModuleDef purse_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "purse",
    .m_methods = purse_functions,
    .m_slots = purse_slots,
    .m_size = sizeof(purse_state),
    .m_traverse = pursemodule_traverse,
    .m_clear = pursemodule_clear,
    .m_free = pursemodule_free,
};

PyMODINIT_FUNC
PyInit_purse(void)
{
    return PyModuleDef_Init(&purse_module);
}
