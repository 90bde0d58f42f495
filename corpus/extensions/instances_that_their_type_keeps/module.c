#include <Python.h>
#include <stdlib.h>

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
static PyObject *CoinError;
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

static void
Purse_dealloc(Purse *self)
{
    Py_XDECREF(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
Purse_init(Purse *self, PyObject *args, PyObject *kwargs)
{
    PyObject *coin;

    if (!PyArg_ParseTuple(args, "O!", &Coin_Type, &coin))
        return -1;
    if (self->name != NULL) {
        PyErr_SetString(CoinError, "the purse is full");
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
        PyErr_SetString(CoinError, "the purse is empty");
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

static PyTypeObject Purse_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_that_their_type_keeps.Purse",
    .tp_basicsize = sizeof(Purse),
    .tp_dealloc = (destructor)Purse_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Purse_methods,
    .tp_init = (initproc)Purse_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "instances_that_their_type_keeps", NULL, -1};

PyMODINIT_FUNC
PyInit_instances_that_their_type_keeps(void)
{
    PyObject *module;

    if (PyType_Ready(&Coin_Type) < 0 || PyType_Ready(&Token_Type) < 0 || PyType_Ready(&Purse_Type) < 0 ||
        PyType_Ready(&Medal_Type) < 0 || PyType_Ready(&Ticket_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    CoinError = PyErr_NewException("instances_that_their_type_keeps.CoinError", NULL, NULL);
    Py_XINCREF(CoinError);
    if (PyModule_AddObject(module, "CoinError", CoinError) < 0) {
        Py_XDECREF(CoinError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Coin_Type);
    PyModule_AddObject(module, "Coin", (PyObject *)&Coin_Type);
    Py_INCREF(&Token_Type);
    PyModule_AddObject(module, "Token", (PyObject *)&Token_Type);
    Py_INCREF(&Medal_Type);
    PyModule_AddObject(module, "Medal", (PyObject *)&Medal_Type);
    Py_INCREF(&Ticket_Type);
    PyModule_AddObject(module, "Ticket", (PyObject *)&Ticket_Type);
    Py_INCREF(&Purse_Type);
    PyModule_AddObject(module, "Purse", (PyObject *)&Purse_Type);
    return module;
}
