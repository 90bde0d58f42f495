#include <Python.h>
#include <stdlib.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

static PyType_Slot Hint_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Hint_spec = {
    .name = "slot_assigned_conditionally.Hint",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Hint_slots,
};

static int slot_assigned_conditionally_exec(PyObject *m);

static PyModuleDef_Slot slot_assigned_conditionally_slots[] = {
    {Py_mod_exec, slot_assigned_conditionally_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef secrets = {
    PyModuleDef_HEAD_INIT, "slot_assigned_conditionally", NULL, 0, NULL,
    slot_assigned_conditionally_slots
};

static int
slot_assigned_conditionally_exec(PyObject *m)
{
    if (getenv("SHOW_SECRETS") != NULL)
        SecretType.tp_repr = (reprfunc)secret_verbose_repr;
    if (PyType_Ready(&SecretType) < 0)
        return -1;
    PyTypeObject *HintType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Hint_spec, NULL);
    if (HintType == NULL)
        return -1;
    Py_INCREF(&SecretType);
    Py_INCREF(HintType);
    if (PyModule_AddObject(m, "Secret", (PyObject *)&SecretType) < 0 ||
        PyModule_AddObject(m, "Hint", (PyObject *)HintType) < 0) {
        Py_DECREF(HintType);
        return -1;
    }
    Py_DECREF(HintType);
    return 0;
}

PyMODINIT_FUNC
PyInit_slot_assigned_conditionally(void)
{
    return PyModuleDef_Init(&secrets);
}
