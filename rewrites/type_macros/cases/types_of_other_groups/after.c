/* One function makes instances of all types, also of those that a group of other builds defines. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Crown_Type;
    PyTypeObject *Penny_Type;
} coins_state;

static inline coins_state *
get_coins_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (coins_state *)state;
}

static inline coins_state *
get_coins_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (coins_state *)state;
}

static PyObject *coin_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
static PyObject *coin_worth(PyObject *self, PyObject *ignored);

static PyMethodDef coin_methods[] = {
    {"worth", coin_worth, METH_NOARGS, NULL},
    {NULL, NULL},
};

static PyType_Slot Penny_slots[] = {
    {Py_tp_methods, coin_methods},
    {Py_tp_new, coin_new},
    {0, NULL},
};

static PyType_Spec Penny_spec = {
    .name = "coins.Penny",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Penny_slots,
};

#ifdef WITH_SILVER
static PyType_Slot Crown_slots[] = {
    {Py_tp_methods, coin_methods},
    {Py_tp_new, coin_new},
    {0, NULL},
};

static PyType_Spec Crown_spec = {
    .name = "coins.Crown",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crown_slots,
};
#endif

static PyObject *
coin_made(coins_state *state, PyTypeObject *type)
{
    if (type != state->Penny_Type
#ifdef WITH_SILVER
        && type != state->Crown_Type
#endif
    ) {
        PyErr_BadInternalCall();
        return NULL;
    }
    return type->tp_alloc(type, 0);
}

static PyObject *
coin_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    coins_state *state = get_coins_state_by_type(type);

    return coin_made(state, type);
}

static PyObject *
coin_worth(PyObject *self, PyObject *ignored)
{
    coins_state *state = get_coins_state_by_type(Py_TYPE(self));

    if (Py_TYPE(self) == state->Penny_Type) {
        return PyLong_FromLong(1);
    }
    return PyLong_FromLong(60);
}

static int
coins_traverse(PyObject *module, visitproc visit, void *arg)
{
    coins_state *state = get_coins_state(module);
    Py_VISIT(state->Crown_Type);
    Py_VISIT(state->Penny_Type);
    return 0;
}

static int
coins_clear(PyObject *module)
{
    coins_state *state = get_coins_state(module);
    Py_CLEAR(state->Crown_Type);
    Py_CLEAR(state->Penny_Type);
    return 0;
}

static void
coins_free(void *module)
{
    coins_clear((PyObject *)module);
}

static int coins_exec(PyObject *module);

static PyModuleDef_Slot coins_slots[] = {
    {Py_mod_exec, coins_exec},
    {0, NULL}
};

static struct PyModuleDef coins = {PyModuleDef_HEAD_INIT, "coins", NULL, sizeof(coins_state), NULL,
    coins_slots, coins_traverse, coins_clear, coins_free};

static int
coins_exec(PyObject *module)
{
    coins_state *state = get_coins_state(module);

    state->Penny_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Penny_spec, NULL);
    if (state->Penny_Type == NULL) {
        return -1;
    }
#ifdef WITH_SILVER
    state->Crown_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Crown_spec, NULL);
    if (state->Crown_Type == NULL) {
        return -1;
    }
#endif
    if (PyModule_AddType(module, state->Penny_Type) < 0) {
        return -1;
    }
#ifdef WITH_SILVER
    if (PyModule_AddType(module, state->Crown_Type) < 0) {
        return -1;
    }
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_coins(void)
{
    return PyModuleDef_Init(&coins);
}
