#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Coins. Pointers go through the tables of their types. */

typedef struct {
    PyObject_HEAD
    long cents;
} CoinObject;

static PyObject *
coin_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *names[] = {"cents", NULL};
    CoinObject *self;
    long cents;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "l", names, &cents))
        return NULL;
    self = (CoinObject *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->cents = cents;
    return (PyObject *)self;
}

static PyObject *
coin_cents(CoinObject *self, void *closure)
{
    return PyLong_FromLong(self->cents);
}

static PyGetSetDef coin_getset[] = {
    {"cents", (getter)coin_cents, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

typedef struct {
    PyTypeObject *Coin_Type;
    PyTypeObject *Penny_Type;
    PyTypeObject *Purse_Type;
} tables_walked_by_pointers_state;

static inline tables_walked_by_pointers_state *
get_tables_walked_by_pointers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (tables_walked_by_pointers_state *)state;
}

static PyType_Slot Coin_slots[] = {
    {Py_tp_getset, coin_getset},
    {Py_tp_new, coin_new},
    {0, NULL},
};

static PyType_Spec Coin_spec = {
    .name = "tables_walked_by_pointers.Coin",
    .basicsize = sizeof(CoinObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Coin_slots,
};

static PyType_Slot Penny_slots[] = {
    {0, NULL},
};

static PyType_Spec Penny_spec = {
    .name = "tables_walked_by_pointers.Penny",
    .basicsize = sizeof(CoinObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Penny_slots,
};

static PyType_Slot Purse_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Purse_spec = {
    .name = "tables_walked_by_pointers.Purse",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Purse_slots,
};

struct kind {
    const char *name;
    PyTypeObject *type;
};

static int
tables_walked_by_pointers_traverse(PyObject *module, visitproc visit,
                                   void *arg)
{
    tables_walked_by_pointers_state *state =
        get_tables_walked_by_pointers_state(module);
    Py_VISIT(state->Coin_Type);
    Py_VISIT(state->Penny_Type);
    Py_VISIT(state->Purse_Type);
    return 0;
}

static int
tables_walked_by_pointers_clear(PyObject *module)
{
    tables_walked_by_pointers_state *state =
        get_tables_walked_by_pointers_state(module);
    Py_CLEAR(state->Coin_Type);
    Py_CLEAR(state->Penny_Type);
    Py_CLEAR(state->Purse_Type);
    return 0;
}

static void
tables_walked_by_pointers_free(void *module)
{
    tables_walked_by_pointers_clear((PyObject *)module);
}

static int tables_walked_by_pointers_exec(PyObject *module);

static PyModuleDef_Slot tables_walked_by_pointers_slots[] = {
    {Py_mod_exec, tables_walked_by_pointers_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef coins_module = {
    PyModuleDef_HEAD_INIT, "tables_walked_by_pointers", NULL,
    sizeof(tables_walked_by_pointers_state),
    NULL, tables_walked_by_pointers_slots, tables_walked_by_pointers_traverse,
    tables_walked_by_pointers_clear, tables_walked_by_pointers_free
};

static int
add_others(PyObject *module)
{
    tables_walked_by_pointers_state *state =
        get_tables_walked_by_pointers_state(module);
    PyTypeObject **type;
    int ret;

    PyTypeObject *others[] = {
        state->Purse_Type,
        NULL
    };

    for (type = others; *type; type++) {
        ret = PyModule_AddType(module, *type);
        if (ret < 0) {
            return -1;
        }
    }
    return 0;
}

static PyTypeObject *
tables_walked_by_pointers_new_subtype(PyObject *module, PyType_Spec *spec,
                                      PyTypeObject *base)
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
tables_walked_by_pointers_exec(PyObject *module)
{
    tables_walked_by_pointers_state *state =
        get_tables_walked_by_pointers_state(module);
    const struct kind *kind;

    state->Purse_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Purse_spec, NULL);
    if (state->Purse_Type == NULL) {
        return -1;
    }
    state->Coin_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Coin_spec, NULL);
    if (state->Coin_Type == NULL) {
        goto fail;
    }
    state->Penny_Type =
        tables_walked_by_pointers_new_subtype(module, &Penny_spec,
                                              state->Coin_Type);
    if (state->Penny_Type == NULL) {
        goto fail;
    }

    /* Bases behind what is derived from them. */
    const struct kind coins[] = {
        {"Penny", state->Penny_Type},
        {"Coin", state->Coin_Type},
        {NULL, NULL}
    };

    for (kind = coins; kind->name != NULL; ++kind) {
        Py_INCREF(kind->type);
        if (PyModule_AddObject(module, kind->name, (PyObject *)kind->type) < 0) {
            goto fail;
        }
    }
    if (add_others(module) < 0) {
        goto fail;
    }
    return 0;

fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_tables_walked_by_pointers(void)
{
    return PyModuleDef_Init(&coins_module);
}
