#include <Python.h>
#include <stdlib.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A comparison to which no state leads uses what functions of the types keep. */

typedef struct {
    PyObject_HEAD
    long number;
} Coin;

typedef struct {
    PyObject_HEAD
    PyObject *label;
} Token;

typedef struct {
    PyObject_HEAD
    long stamps;
} Ticket;

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Purse;

static PyTypeObject Coin_Type;
static PyTypeObject Token_Type;

typedef struct {
    PyObject *CoinError;
    PyTypeObject *Purse_Type;
} instances_that_their_type_keeps_state;

static inline instances_that_their_type_keeps_state *
get_instances_that_their_type_keeps_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (instances_that_their_type_keeps_state *)state;
}

static inline instances_that_their_type_keeps_state *
get_instances_that_their_type_keeps_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (instances_that_their_type_keeps_state *)state;
}

static PyObject *lucky;
static PyObject *last_used;
static PyObject *last_name;
static PyObject *last_medal;
static PyObject *last_ticket;

static int
compare(const void *one, const void *two)
{
    PyObject *first = *(PyObject **)one;

    return first == lucky || first == last_used || first == last_name || first == last_medal ||
                   first == last_ticket ? -1 : one > two;
}

static PyObject *
new_coin(PyTypeObject *type, long number)
{
    Coin *coin = (Coin *)type->tp_alloc(type, 0);

    if (coin != NULL)
        coin->number = number;
    return (PyObject *)coin;
}

static PyObject *
Coin_lucky(PyObject *cls, PyObject *Py_UNUSED(ignored))
{
    PyTypeObject *type = (PyTypeObject *)cls;

    if (lucky == NULL) {
        lucky = new_coin(type, 7);
        if (lucky == NULL)
            return NULL;
    }
    Py_INCREF(lucky);
    return lucky;
}

static PyMethodDef Coin_methods[] = {
    {"lucky", Coin_lucky, METH_CLASS | METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_that_their_type_keeps.Coin",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Coin_methods,
    .tp_new = PyType_GenericNew,
};

static void
Token_dealloc(Token *self)
{
    Py_XDECREF(self->label);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Token_use(Token *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *used = (PyObject *)self;

    Py_INCREF(used);
    Py_XDECREF(last_used);
    last_used = used;
    Py_RETURN_NONE;
}

static PyMethodDef Token_methods[] = {
    {"use", (PyCFunction)Token_use, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Token_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_that_their_type_keeps.Token",
    .tp_basicsize = sizeof(Token),
    .tp_dealloc = (destructor)Token_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Token_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
shared_medal(PyTypeObject *type)
{
    PyObject *medal = last_medal;

    if (medal == NULL) {
        medal = type->tp_alloc(type, 0);
        last_medal = medal;
    }
    Py_XINCREF(medal);
    return medal;
}

static PyObject *
Medal_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return shared_medal(type);
}

static PyTypeObject Medal_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_that_their_type_keeps.Medal",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Medal_new,
};

static void
stamp(Ticket *ticket)
{
    ticket->stamps++;
    Py_INCREF(ticket);
    Py_XSETREF(last_ticket, (PyObject *)ticket);
}

static PyObject *
Ticket_stamp(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    stamp((Ticket *)self);
    return PyLong_FromLong(((Ticket *)self)->stamps);
}

static PyMethodDef Ticket_methods[] = {
    {"stamp", Ticket_stamp, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Ticket_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_that_their_type_keeps.Ticket",
    .tp_basicsize = sizeof(Ticket),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Ticket_methods,
    .tp_new = PyType_GenericNew,
};

static int
Purse_traverse(Purse *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static void
Purse_dealloc(Purse *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Purse_init(Purse *self, PyObject *args, PyObject *kwargs)
{
    PyObject *coin;

    if (!PyArg_ParseTuple(args, "O!", &Coin_Type, &coin))
        return -1;
    if (self->name != NULL) {
        instances_that_their_type_keeps_state *state =
            get_instances_that_their_type_keeps_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->CoinError, "the purse is full");
        return -1;
    }
    self->name = PyUnicode_FromFormat("purse of %ld", ((Coin *)coin)->number);
    return self->name == NULL ? -1 : 0;
}

static PyObject *
Purse_sort(Purse *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *pair[2] = {(PyObject *)self, self->name};

    if (self->name == NULL) {
        instances_that_their_type_keeps_state *state =
            get_instances_that_their_type_keeps_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->CoinError, "the purse is empty");
        return NULL;
    }
    Py_INCREF(self->name);
    Py_XDECREF(last_name);
    last_name = self->name;
    qsort(pair, 2, sizeof(PyObject *), compare);
    return PyBool_FromLong(pair[0] == self->name);
}

static PyMethodDef Purse_methods[] = {
    {"sort", (PyCFunction)Purse_sort, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Purse_slots[] = {
    {Py_tp_dealloc, Purse_dealloc},
    {Py_tp_methods, Purse_methods},
    {Py_tp_init, Purse_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Purse_traverse},
    {0, NULL},
};

static PyType_Spec Purse_spec = {
    .name = "instances_that_their_type_keeps.Purse",
    .basicsize = sizeof(Purse),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Purse_slots,
};

static int
instances_that_their_type_keeps_traverse(PyObject *module, visitproc visit, void *arg)
{
    instances_that_their_type_keeps_state *state =
        get_instances_that_their_type_keeps_state(module);
    Py_VISIT(state->CoinError);
    Py_VISIT(state->Purse_Type);
    return 0;
}

static int
instances_that_their_type_keeps_clear(PyObject *module)
{
    instances_that_their_type_keeps_state *state =
        get_instances_that_their_type_keeps_state(module);
    Py_CLEAR(state->CoinError);
    Py_CLEAR(state->Purse_Type);
    return 0;
}

static void
instances_that_their_type_keeps_free(void *module)
{
    instances_that_their_type_keeps_clear((PyObject *)module);
}

static int instances_that_their_type_keeps_exec(PyObject *module);

static PyModuleDef_Slot instances_that_their_type_keeps_slots[] = {
    {Py_mod_exec, instances_that_their_type_keeps_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "instances_that_their_type_keeps", NULL, sizeof(instances_that_their_type_keeps_state),
    NULL, instances_that_their_type_keeps_slots, instances_that_their_type_keeps_traverse,
    instances_that_their_type_keeps_clear, instances_that_their_type_keeps_free};

static int
instances_that_their_type_keeps_exec(PyObject *module)
{
    instances_that_their_type_keeps_state *state =
        get_instances_that_their_type_keeps_state(module);

    if (PyType_Ready(&Coin_Type) < 0 || PyType_Ready(&Token_Type) < 0)
        return -1;
    state->Purse_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Purse_spec, NULL);
    if (state->Purse_Type == NULL ||
        PyType_Ready(&Medal_Type) < 0 || PyType_Ready(&Ticket_Type) < 0)
        return -1;
    state->CoinError = PyErr_NewException("instances_that_their_type_keeps.CoinError", NULL,
                                          NULL);
    Py_XINCREF(state->CoinError);
    if (PyModule_AddObject(module, "CoinError", state->CoinError) < 0) {
        Py_XDECREF(state->CoinError);
        return -1;
    }
    Py_INCREF(&Coin_Type);
    PyModule_AddObject(module, "Coin", (PyObject *)&Coin_Type);
    Py_INCREF(&Token_Type);
    PyModule_AddObject(module, "Token", (PyObject *)&Token_Type);
    Py_INCREF(&Medal_Type);
    PyModule_AddObject(module, "Medal", (PyObject *)&Medal_Type);
    Py_INCREF(&Ticket_Type);
    PyModule_AddObject(module, "Ticket", (PyObject *)&Ticket_Type);
    Py_INCREF(state->Purse_Type);
    PyModule_AddObject(module, "Purse", (PyObject *)state->Purse_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_instances_that_their_type_keeps(void)
{
    return PyModuleDef_Init(&definition);
}
