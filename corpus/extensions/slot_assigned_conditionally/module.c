#include <Python.h>
#include <stdlib.h>

/* Secrets don't show what they hold, except where a variable of the environment asks for it. */

typedef struct {
    PyObject_HEAD
    PyObject *value;
} SecretObject;

static PyObject *
secret_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *value;
    SecretObject *self;

    if (!PyArg_ParseTuple(args, "O", &value))
        return NULL;
    self = (SecretObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(value);
    self->value = value;
    return (PyObject *)self;
}

static void
secret_dealloc(SecretObject *self)
{
    Py_XDECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
secret_repr(SecretObject *self)
{
    return PyUnicode_FromString("Secret(...)");
}

static PyObject *
secret_verbose_repr(SecretObject *self)
{
    return PyUnicode_FromFormat("Secret(%R)", self->value);
}

static PyTypeObject SecretType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "slot_assigned_conditionally.Secret",
    .tp_basicsize = sizeof(SecretObject),
    .tp_dealloc = (destructor)secret_dealloc,
    .tp_repr = (reprfunc)secret_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = secret_new,
};

static PyTypeObject HintType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "slot_assigned_conditionally.Hint",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef secrets = {
    PyModuleDef_HEAD_INIT, "slot_assigned_conditionally", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_slot_assigned_conditionally(void)
{
    PyObject *m;

    if (getenv("SHOW_SECRETS") != NULL)
        SecretType.tp_repr = (reprfunc)secret_verbose_repr;
    if (PyType_Ready(&SecretType) < 0 || PyType_Ready(&HintType) < 0)
        return NULL;
    m = PyModule_Create(&secrets);
    if (m == NULL)
        return NULL;
    Py_INCREF(&SecretType);
    Py_INCREF(&HintType);
    if (PyModule_AddObject(m, "Secret", (PyObject *)&SecretType) < 0 ||
        PyModule_AddObject(m, "Hint", (PyObject *)&HintType) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
