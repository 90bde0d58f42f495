#include <Python.h>

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

static PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tables_walked_by_pointers.Coin",
    .tp_basicsize = sizeof(CoinObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_getset = coin_getset,
    .tp_new = coin_new,
};

static PyTypeObject Penny_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tables_walked_by_pointers.Penny",
    .tp_basicsize = sizeof(CoinObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Coin_Type,
};

static PyTypeObject Purse_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tables_walked_by_pointers.Purse",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

struct kind {
    const char *name;
    PyTypeObject *type;
};

/* Bases behind what is derived from them. */
static const struct kind coins[] = {
    {"Penny", &Penny_Type},
    {"Coin", &Coin_Type},
    {NULL, NULL}
};

static PyTypeObject *others[] = {
    &Purse_Type,
    NULL
};

static struct PyModuleDef coins_module = {
    PyModuleDef_HEAD_INIT, "tables_walked_by_pointers", NULL, -1
};

static int
add_others(PyObject *module)
{
    PyTypeObject **type;
    int ret;

    for (type = others; *type; type++) {
        ret = PyModule_AddType(module, *type);
        if (ret < 0) {
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_tables_walked_by_pointers(void)
{
    PyObject *module = PyModule_Create(&coins_module);
    const struct kind *kind;

    if (module == NULL) {
        return NULL;
    }
    for (kind = coins; kind->name != NULL; ++kind) {
        if (PyType_Ready(kind->type) < 0) {
            goto fail;
        }
        if (PyModule_AddObject(module, kind->name, (PyObject *)kind->type) < 0) {
            goto fail;
        }
    }
    if (add_others(module) < 0) {
        goto fail;
    }
    return module;

fail:
    Py_DECREF(module);
    return NULL;
}
