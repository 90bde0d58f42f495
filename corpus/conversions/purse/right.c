#include <Python.h>

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Coins that are spent wait in a list for the next ones. */

#define MAXFREE 20

typedef struct coinobject {
    PyObject_HEAD
    long value;
    struct coinobject *next;
} coinobject;

typedef struct {
    PyTypeObject *Coin_Type;
    coinobject *free_list;
    int numfree;
} purse_state;

static inline purse_state *
get_purse_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (purse_state *)state;
}

static inline purse_state *
get_purse_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (purse_state *)state;
}

static PyObject *
coin_from(purse_state *state, long value)
{
    coinobject *self;

    if (state->free_list != NULL) {
        self = state->free_list;
        state->free_list = self->next;
        state->numfree--;
        PyObject_Init((PyObject *)self, state->Coin_Type);
    }
    else {
        self = (coinobject *)state->Coin_Type->tp_alloc(state->Coin_Type, 0);
        if (self == NULL) {
            return NULL;
        }
    }
    self->value = value;
    self->next = NULL;
    return (PyObject *)self;
}

static PyObject *
coin_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    purse_state *state = get_purse_state_by_type(type);
    long value;

    if (!PyArg_ParseTuple(args, "l:Coin", &value)) {
        return NULL;
    }
    return coin_from(state, value);
}

static void
coin_dealloc(coinobject *self)
{
    purse_state *state = get_purse_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    if (state->numfree < MAXFREE) {
        self->next = state->free_list;
        state->free_list = self;
        state->numfree++;
    }
    else {
        tp->tp_free(self);
    }
    Py_DECREF(tp);
}

static PyObject *
coin_twice(coinobject *self, PyObject *Py_UNUSED(ignored))
{
    purse_state *state = get_purse_state_by_type(Py_TYPE(self));

    return coin_from(state, 2 * self->value);
}

static PyObject *
coin_value(coinobject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(self->value);
}

static PyMethodDef coin_methods[] = {
    {"twice", (PyCFunction)coin_twice, METH_NOARGS, "A coin of twice the value."},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef coin_getset[] = {
    {"value", (getter)coin_value, NULL, "What it is worth.", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Coin_slots[] = {
    {Py_tp_dealloc, coin_dealloc},
    {Py_tp_methods, coin_methods},
    {Py_tp_getset, coin_getset},
    {Py_tp_new, coin_new},
    {0, NULL},
};

static PyType_Spec Coin_spec = {
    .name = "purse.Coin",
    .basicsize = sizeof(coinobject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Coin_slots,
};

static int
purse_traverse(PyObject *module, visitproc visit, void *arg)
{
    purse_state *state = get_purse_state(module);
    Py_VISIT(state->Coin_Type);
    return 0;
}

static int
purse_clear(PyObject *module)
{
    purse_state *state = get_purse_state(module);
    Py_CLEAR(state->Coin_Type);
    while (state->free_list != NULL) {
        coinobject *next = state->free_list->next;
        PyObject_Free(state->free_list);
        state->free_list = next;
    }
    state->numfree = 0;
    return 0;
}

static void
purse_free(void *module)
{
    purse_clear((PyObject *)module);
}

static int purse_exec(PyObject *module);

static PyModuleDef_Slot purse_slots[] = {
    {Py_mod_exec, purse_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef purse_module = {
    PyModuleDef_HEAD_INIT, "purse", NULL, sizeof(purse_state), NULL,
    purse_slots, purse_traverse, purse_clear, purse_free
};

static int
purse_exec(PyObject *module)
{
    purse_state *state = get_purse_state(module);

    state->Coin_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Coin_spec, NULL);
    if (state->Coin_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Coin_Type);
    if (PyModule_AddObject(module, "Coin", (PyObject *)state->Coin_Type) < 0) {
        Py_DECREF(state->Coin_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_purse(void)
{
    return PyModuleDef_Init(&purse_module);
}
