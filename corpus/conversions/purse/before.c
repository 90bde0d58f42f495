#include <Python.h>

/* Coins that are spent wait in a list for the next ones. */

#define MAXFREE 20

typedef struct coinobject {
    PyObject_HEAD
    long value;
    struct coinobject *next;
} coinobject;

static PyTypeObject Coin_Type;
static coinobject *free_list = NULL;
static int numfree = 0;

static PyObject *
coin_from(long value)
{
    coinobject *self;

    if (free_list != NULL) {
        self = free_list;
        free_list = self->next;
        numfree--;
        _Py_NewReference((PyObject *)self);
    }
    else {
        self = PyObject_New(coinobject, &Coin_Type);
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
    long value;

    if (!PyArg_ParseTuple(args, "l:Coin", &value)) {
        return NULL;
    }
    return coin_from(value);
}

static void
coin_dealloc(coinobject *self)
{
    if (numfree < MAXFREE) {
        self->next = free_list;
        free_list = self;
        numfree++;
    }
    else {
        PyObject_Free(self);
    }
}

static PyObject *
coin_twice(coinobject *self, PyObject *Py_UNUSED(ignored))
{
    return coin_from(2 * self->value);
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

static PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "purse.Coin",
    .tp_basicsize = sizeof(coinobject),
    .tp_dealloc = (destructor)coin_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = coin_methods,
    .tp_getset = coin_getset,
    .tp_new = coin_new,
};

static struct PyModuleDef purse_module = {
    PyModuleDef_HEAD_INIT, "purse", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_purse(void)
{
    PyObject *module;

    if (PyType_Ready(&Coin_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&purse_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Coin_Type);
    if (PyModule_AddObject(module, "Coin", (PyObject *)&Coin_Type) < 0) {
        Py_DECREF(&Coin_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
