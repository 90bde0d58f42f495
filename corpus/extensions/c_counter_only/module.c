#include <Python.h>

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

static PyNumberMethods id_as_number = {
    .nb_index = (unaryfunc)id_index,
};

static PyTypeObject Id_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "c_counter_only.Id",
    .tp_basicsize = sizeof(IdObject),
    .tp_repr = (reprfunc)id_repr,
    .tp_as_number = &id_as_number,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = id_new,
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

static struct PyModuleDef ids = {
    PyModuleDef_HEAD_INIT, "c_counter_only", "Ids.", -1, functions
};

PyMODINIT_FUNC
PyInit_c_counter_only(void)
{
    PyObject *m;

    if (PyType_Ready(&Id_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&ids);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Id_Type);
    if (PyModule_AddObject(m, "Id", (PyObject *)&Id_Type) < 0) {
        Py_DECREF(&Id_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
