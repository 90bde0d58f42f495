/* Every call of the initialisation is checked by a macro that goes to its end. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Coin;

static PyTypeObject Coin_Type;
static PyTypeObject Purse_Type;

static PyObject *Currency = NULL;
static PyObject *CoinError = NULL;
static PyObject *first_coin = NULL;
static PyObject *names[2];

static PyObject *
Coin_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Coin *self;
    long value = 1;

    if (!PyArg_ParseTuple(args, "|l", &value))
        return NULL;
    if (value < 0) {
        PyErr_SetObject(CoinError, Currency);
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
    return PyUnicode_FromFormat("%ld %U", ((Coin *)self)->value, Currency);
}

static PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "macros_that_check.Coin",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Coin_new,
    .tp_repr = Coin_repr,
};

static PyTypeObject Purse_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "macros_that_check.Purse",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
first(PyObject *module, PyObject *unused)
{
    Py_INCREF(first_coin);
    return first_coin;
}

static PyObject *
is_coin(PyObject *module, PyObject *arg)
{
    return PyBool_FromLong(Py_TYPE(arg) == &Coin_Type);
}

static PyObject *
name(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);

    if (number < 0 || number > 1) {
        PyErr_SetString(CoinError, "no such name");
        return NULL;
    }
    Py_INCREF(names[number]);
    return names[number];
}

static PyMethodDef functions[] = {
    {"first", first, METH_NOARGS, NULL},
    {"is_coin", is_coin, METH_O, NULL},
    {"name", name, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_that_check",
    .m_size = -1,
    .m_methods = functions,
};

#define CHECK_INT(expr) \
    do { if ((expr) < 0) goto error; } while (0)
#define ASSIGN_PTR(result, expr) \
    do { result = (expr); if (result == NULL) goto error; } while (0)
#define CHECK_PTR(expr) \
    do { if ((expr) == NULL) goto error; } while (0)

PyMODINIT_FUNC
PyInit_macros_that_check(void)
{
    PyObject *m = NULL;
    PyObject *text = NULL;

    ASSIGN_PTR(Currency, PyUnicode_FromString("cents"));
    CHECK_INT(PyType_Ready(&Coin_Type));
    CHECK_INT(PyType_Ready(&Purse_Type));

    ASSIGN_PTR(text, PyUnicode_FromString("copper"));
    CHECK_INT(PyDict_SetItemString(Coin_Type.tp_dict, "metal", text));
    Py_CLEAR(text);

    ASSIGN_PTR(m, PyModule_Create(&definition));

    Py_INCREF(&Coin_Type);
    CHECK_INT(PyModule_AddObject(m, "Coin", (PyObject *)&Coin_Type));
    /* A static type bears that nothing owns this reference. */
    CHECK_INT(PyModule_AddObject(m, "Purse", (PyObject *)&Purse_Type));

    ASSIGN_PTR(CoinError, PyErr_NewException("macros_that_check.CoinError",
                                             NULL, NULL));
    Py_INCREF(CoinError);
    CHECK_INT(PyModule_AddObject(m, "CoinError", CoinError));

    ASSIGN_PTR(first_coin, PyObject_CallObject((PyObject *)&Coin_Type, NULL));
    Py_INCREF(first_coin);
    CHECK_INT(PyModule_AddObject(m, "first_coin", first_coin));

    for (int i = 0; i < 2; i++) {
        ASSIGN_PTR(names[i], PyUnicode_FromFormat("coin %d", i));
        Py_INCREF(names[i]);
        CHECK_INT(PyModule_AddObject(m, i ? "one" : "zero", names[i]));
    }
    CHECK_PTR(PyModule_GetDict(m));
    CHECK_INT(PyModule_AddIntConstant(m, "COINS", 2));
    return m;

error:
    Py_CLEAR(text);
    Py_CLEAR(Currency);
    Py_CLEAR(first_coin);
    Py_CLEAR(m);
    return NULL;
}
