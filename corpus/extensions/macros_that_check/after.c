/* Every call of the initialisation is checked by a macro that goes to its end. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long value;
} Coin;

typedef struct {
    PyTypeObject *Coin_Type;
    PyTypeObject *Purse_Type;
    PyObject *Currency;
    PyObject *CoinError;
    PyObject *first_coin;
    PyObject *names[2];
} macros_that_check_state;

static inline macros_that_check_state *
get_macros_that_check_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (macros_that_check_state *)state;
}

static inline macros_that_check_state *
get_macros_that_check_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (macros_that_check_state *)state;
}

static PyObject *
Coin_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Coin *self;
    long value = 1;

    if (!PyArg_ParseTuple(args, "|l", &value))
        return NULL;
    if (value < 0) {
        macros_that_check_state *state =
            get_macros_that_check_state_by_type(type);

        PyErr_SetObject(state->CoinError, state->Currency);
        return NULL;
    }
    self = (Coin *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->value = value;
    return (PyObject *)self;
}

static PyObject *
Coin_repr(PyObject *self)
{
    macros_that_check_state *state =
        get_macros_that_check_state_by_type(Py_TYPE(self));

    return PyUnicode_FromFormat("%ld %U", ((Coin *)self)->value,
                                state->Currency);
}

static int
Coin_traverse(Coin *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Coin_slots[] = {
    {Py_tp_new, Coin_new},
    {Py_tp_repr, Coin_repr},
    {Py_tp_traverse, Coin_traverse},
    {0, NULL},
};

static PyType_Spec Coin_spec = {
    .name = "macros_that_check.Coin",
    .basicsize = sizeof(Coin),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Coin_slots,
};

static PyType_Slot Purse_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Purse_spec = {
    .name = "macros_that_check.Purse",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Purse_slots,
};

static PyObject *
first(PyObject *module, PyObject *unused)
{
    macros_that_check_state *state = get_macros_that_check_state(module);

    Py_INCREF(state->first_coin);
    return state->first_coin;
}

static PyObject *
is_coin(PyObject *module, PyObject *arg)
{
    macros_that_check_state *state = get_macros_that_check_state(module);

    return PyBool_FromLong(Py_TYPE(arg) == state->Coin_Type);
}

static PyObject *
name(PyObject *module, PyObject *arg)
{
    macros_that_check_state *state = get_macros_that_check_state(module);
    long number = PyLong_AsLong(arg);

    if (number < 0 || number > 1) {
        PyErr_SetString(state->CoinError, "no such name");
        return NULL;
    }
    Py_INCREF(state->names[number]);
    return state->names[number];
}

static PyMethodDef functions[] = {
    {"first", first, METH_NOARGS, NULL},
    {"is_coin", is_coin, METH_O, NULL},
    {"name", name, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
macros_that_check_traverse(PyObject *module, visitproc visit, void *arg)
{
    macros_that_check_state *state = get_macros_that_check_state(module);
    size_t i;
    Py_VISIT(state->Coin_Type);
    Py_VISIT(state->Purse_Type);
    Py_VISIT(state->Currency);
    Py_VISIT(state->CoinError);
    Py_VISIT(state->first_coin);
    for (i = 0; i < sizeof(state->names) / sizeof(state->names[0]); i++) {
        Py_VISIT(state->names[i]);
    }
    return 0;
}

static int
macros_that_check_clear(PyObject *module)
{
    macros_that_check_state *state = get_macros_that_check_state(module);
    size_t i;
    Py_CLEAR(state->Coin_Type);
    Py_CLEAR(state->Purse_Type);
    Py_CLEAR(state->Currency);
    Py_CLEAR(state->CoinError);
    Py_CLEAR(state->first_coin);
    for (i = 0; i < sizeof(state->names) / sizeof(state->names[0]); i++) {
        Py_CLEAR(state->names[i]);
    }
    return 0;
}

static void
macros_that_check_free(void *module)
{
    macros_that_check_clear((PyObject *)module);
}

static int macros_that_check_exec(PyObject *m);

static PyModuleDef_Slot macros_that_check_slots[] = {
    {Py_mod_exec, macros_that_check_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_that_check",
    .m_size = sizeof(macros_that_check_state),
    .m_methods = functions,
    .m_traverse = macros_that_check_traverse,
    .m_clear = macros_that_check_clear,
    .m_free = macros_that_check_free,
    .m_slots = macros_that_check_slots,
};

#define CHECK_INT(expr) \
    do { if ((expr) < 0) goto error; } while (0)
#define ASSIGN_PTR(result, expr) \
    do { result = (expr); if (result == NULL) goto error; } while (0)
#define CHECK_PTR(expr) \
    do { if ((expr) == NULL) goto error; } while (0)

static int
macros_that_check_exec(PyObject *m)
{
    macros_that_check_state *state = get_macros_that_check_state(m);
    PyObject *text = NULL;

    ASSIGN_PTR(state->Currency, PyUnicode_FromString("cents"));
    state->Coin_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Coin_spec, NULL);
    if (state->Coin_Type == NULL) goto error;
    state->Purse_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Purse_spec, NULL);
    if (state->Purse_Type == NULL) goto error;

    ASSIGN_PTR(text, PyUnicode_FromString("copper"));
    CHECK_INT(PyDict_SetItemString(state->Coin_Type->tp_dict, "metal", text));
    Py_CLEAR(text);

    Py_INCREF(state->Coin_Type);
    CHECK_INT(PyModule_AddObject(m, "Coin", (PyObject *)state->Coin_Type));
    /* A static type bears that nothing owns this reference. */
    Py_INCREF(state->Purse_Type);
    CHECK_INT(PyModule_AddObject(m, "Purse", (PyObject *)state->Purse_Type));

    ASSIGN_PTR(state->CoinError,
               PyErr_NewException("macros_that_check.CoinError",
                                  NULL, NULL));
    Py_INCREF(state->CoinError);
    CHECK_INT(PyModule_AddObject(m, "CoinError", state->CoinError));

    ASSIGN_PTR(state->first_coin,
               PyObject_CallObject((PyObject *)state->Coin_Type, NULL));
    Py_INCREF(state->first_coin);
    CHECK_INT(PyModule_AddObject(m, "first_coin", state->first_coin));

    for (int i = 0; i < 2; i++) {
        ASSIGN_PTR(state->names[i], PyUnicode_FromFormat("coin %d", i));
        Py_INCREF(state->names[i]);
        CHECK_INT(PyModule_AddObject(m, i ? "one" : "zero", state->names[i]));
    }
    CHECK_PTR(PyModule_GetDict(m));
    CHECK_INT(PyModule_AddIntConstant(m, "COINS", 2));
    return 0;

error:
    Py_CLEAR(text);
    Py_CLEAR(state->Currency);
    Py_CLEAR(state->first_coin);
    return -1;
}

PyMODINIT_FUNC
PyInit_macros_that_check(void)
{
    return PyModuleDef_Init(&definition);
}
