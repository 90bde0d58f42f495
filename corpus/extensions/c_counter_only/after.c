#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Ids: unique in the process, whoever asks. No Python object is global but the type. */

typedef struct {
    PyObject_HEAD
    unsigned long number;
} IdObject;

static unsigned long last_id = 0;

static unsigned long
next_id(void)
{
    return ++last_id;
}

static PyObject *
id_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    IdObject *self;

    if (!PyArg_ParseTuple(args, ":Id")) {
        return NULL;
    }
    self = (IdObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->number = next_id();
    }
    return (PyObject *)self;
}

static PyObject *
id_repr(IdObject *self)
{
    return PyUnicode_FromFormat("Id(%lu)", self->number);
}

static PyObject *
id_index(IdObject *self)
{
    return PyLong_FromUnsignedLong(self->number);
}

static PyType_Slot Id_slots[] = {
    {Py_tp_repr, id_repr},
    {Py_tp_new, id_new},
    {Py_nb_index, id_index},
    {0, NULL},
};

static PyType_Spec Id_spec = {
    .name = "c_counter_only.Id",
    .basicsize = sizeof(IdObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Id_slots,
};

static PyObject *
last(PyObject *module, PyObject *unused)
{
    return PyLong_FromUnsignedLong(last_id);
}

static PyMethodDef functions[] = {
    {"last", last, METH_NOARGS, "The last number that was given out in this process."},
    {NULL, NULL, 0, NULL}
};

static int c_counter_only_exec(PyObject *m);

static PyModuleDef_Slot c_counter_only_slots[] = {
    {Py_mod_exec, c_counter_only_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef ids = {
    PyModuleDef_HEAD_INIT, "c_counter_only", "Ids.", 0, functions,
    c_counter_only_slots
};

static int
c_counter_only_exec(PyObject *m)
{
    PyTypeObject *Id_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Id_spec, NULL);
    if (Id_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(m, "Id", (PyObject *)Id_Type) < 0) {
        Py_DECREF(Id_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_c_counter_only(void)
{
    return PyModuleDef_Init(&ids);
}
