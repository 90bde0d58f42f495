#include <Python.h>
#include <stdlib.h>

typedef struct {
    PyObject_HEAD
    int n;
} Coin;

static PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instance_that_stays.Coin",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

/* Used by a comparison that no state reaches: it stays, and so must the type of what is in it. */
static PyObject *lucky;

typedef struct {
    PyObject *CoinError;
} instance_that_stays_state;

static inline instance_that_stays_state *
get_instance_that_stays_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (instance_that_stays_state *)state;
}

static int
compare(const void *one, const void *two)
{
    return lucky != NULL && *(PyObject **)one == lucky ? -1 : one > two;
}

static PyObject *
set_lucky(PyObject *module, PyObject *coin)
{
    PyObject *pair[2] = {module, coin};

    if (!PyObject_TypeCheck(coin, &Coin_Type)) {
        instance_that_stays_state *state = get_instance_that_stays_state(module);

        PyErr_SetString(state->CoinError, "no coin");
        return NULL;
    }
    Py_INCREF(coin);
    Py_XSETREF(lucky, coin);
    qsort(pair, 2, sizeof(PyObject *), compare);
    Py_RETURN_NONE;
}

static PyObject *
use_lucky(PyObject *module, PyObject *unused)
{
    if (lucky == NULL || !PyObject_TypeCheck((PyObject *)lucky, &Coin_Type)) {
        instance_that_stays_state *state = get_instance_that_stays_state(module);

        PyErr_SetString(state->CoinError, "no lucky coin");
        return NULL;
    }
    return PyLong_FromLong(((Coin *)lucky)->n);
}

static PyMethodDef functions[] = {
    {"set_lucky", set_lucky, METH_O, NULL},
    {"use_lucky", use_lucky, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
single_exec(PyObject *module)
{
    instance_that_stays_state *state = get_instance_that_stays_state(module);

    Py_INCREF(&Coin_Type);
    if (PyType_Ready(&Coin_Type) < 0 || PyModule_AddObject(module, "Coin", (PyObject *)&Coin_Type) < 0)
        return -1;
    state->CoinError = PyErr_NewException("instance_that_stays.CoinError", NULL, NULL);
    Py_XINCREF(state->CoinError);
    return PyModule_AddObject(module, "CoinError", state->CoinError);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, single_exec},
    {0, NULL}
};

static int
instance_that_stays_traverse(PyObject *module, visitproc visit, void *arg)
{
    instance_that_stays_state *state = get_instance_that_stays_state(module);
    Py_VISIT(state->CoinError);
    return 0;
}

static int
instance_that_stays_clear(PyObject *module)
{
    instance_that_stays_state *state = get_instance_that_stays_state(module);
    Py_CLEAR(state->CoinError);
    return 0;
}

static void
instance_that_stays_free(void *module)
{
    instance_that_stays_clear((PyObject *)module);
}

static struct PyModuleDef def =
    { PyModuleDef_HEAD_INIT, "instance_that_stays", NULL, sizeof(instance_that_stays_state), functions,
      slots,
    instance_that_stays_traverse, instance_that_stays_clear,
    instance_that_stays_free };

PyMODINIT_FUNC
PyInit_instance_that_stays(void)
{
    return PyModuleDef_Init(&def);
}
