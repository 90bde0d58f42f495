#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Coin;

/* What other extensions are compiled with. */
typedef struct {
    PyTypeObject *coin_type;
    PyObject *(*coin_new)(PyObject *value);
    int (*coin_check)(PyObject *object);
    struct {
        int major;
    } version;
    PyTypeObject *token_type;
    PyTypeObject *medal_type;
} Coin_CAPI;

static PyTypeObject Coin_Type;
static PyTypeObject Token_Type;

static PyObject *
Coin_New(PyObject *value)
{
    Coin *self = (Coin *)Coin_Type.tp_alloc(&Coin_Type, 0);

    if (self == NULL) {
        return NULL;
    }
    self->value = PyLong_AsLong(value);
    if (self->value == -1 && PyErr_Occurred()) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

/* -1 and an exception if it can't be told. */
static int
Coin_Check(PyObject *object)
{
    if (PyErr_Occurred()) {
        return -1;
    }
    return PyObject_TypeCheck(object, &Coin_Type);
}

static int
coin_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    return PyArg_ParseTuple(args, "l", &((Coin *)self)->value) ? 0 : -1;
}

static PyObject *
coin_value(PyObject *self, void *closure)
{
    return PyLong_FromLong(((Coin *)self)->value);
}

static PyGetSetDef coin_getset[] = {
    {"value", coin_value, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Coin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "capsule_struct.Coin",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_getset = coin_getset,
    .tp_init = coin_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Token_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "capsule_struct.Token",
    .tp_basicsize = sizeof(Coin),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Coin_Type,
};

/* The C API: other extensions get at it by PyCapsule_Import. */
static Coin_CAPI CAPI = {
    &Coin_Type,
    Coin_New,
    Coin_Check,
    {2},            /* what was added last: tokens */

    &Token_Type,
#ifdef WITH_MEDALS
    &PyBaseObject_Type,
#else
    0,
#endif
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "capsule_struct",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_capsule_struct(void)
{
    PyObject *module, *capsule;

    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Coin_Type) < 0 || PyModule_AddType(module, &Token_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }

    /* Hand out the C API. */
    capsule = PyCapsule_New((void *)(&CAPI), "capsule_struct._API", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
