#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Number;

static void
Number_dealloc(Number *self)
{
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Number_long(Number *self)
{
    return PyLong_FromLong(self->value);
}

static PyNumberMethods Number_as_number = {
    .nb_int = (unaryfunc)Number_long,
};

static PyTypeObject Number_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_made_at_import.Number",
    .tp_basicsize = sizeof(Number),
    .tp_dealloc = (destructor)Number_dealloc,
    .tp_as_number = &Number_as_number,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A number that the module has a few of.",
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject_HEAD
} Marker;

static PyTypeObject Marker_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_made_at_import.Marker",
    .tp_basicsize = sizeof(Marker),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Stands for nothing else.",
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject_HEAD
    long left;
} Countdown;

static PyObject *
Countdown_next(Countdown *self)
{
    return self->left > 0 ? PyLong_FromLong(self->left--) : NULL;
}

static PyTypeObject Countdown_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_made_at_import.Countdown",
    .tp_basicsize = sizeof(Countdown),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Counts down; none is there when the module is imported.",
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = (iternextfunc)Countdown_next,
};

static PyObject *
count_down(PyObject *module, PyObject *start)
{
    Countdown *self;
    long left = PyLong_AsLong(start);

    if (left == -1 && PyErr_Occurred())
        return NULL;
    self = PyObject_New(Countdown, &Countdown_Type);
    if (self != NULL)
        self->left = left;
    return (PyObject *)self;
}

static PyMethodDef functions[] = {
    {"count_down", count_down, METH_O, "Return an iterator over start, start - 1, ... 1."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "instances_made_at_import",
    NULL,
    -1,
    functions,
};

static int
add_number(PyObject *module, const char *name, long value)
{
    Number *number = (Number *)Number_Type.tp_alloc(&Number_Type, 0);

    if (number == NULL)
        return -1;
    number->value = value;
    if (PyModule_AddObject(module, name, (PyObject *)number) < 0) {
        Py_DECREF(number);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_instances_made_at_import(void)
{
    PyObject *module, *marker, *known;

    if (PyType_Ready(&Number_Type) < 0 || PyType_Ready(&Marker_Type) < 0 || PyType_Ready(&Countdown_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    marker = PyObject_CallObject((PyObject *)&Marker_Type, NULL);
    if (marker == NULL || PyModule_AddObject(module, "marker", marker) < 0) {
        Py_XDECREF(marker);
        Py_DECREF(module);
        return NULL;
    }
    /* Given to a call, but not what is called. */
    known = PyObject_CallFunction((PyObject *)&PyTuple_Type, "((O))", &Countdown_Type);
    if (known == NULL || PyModule_AddObject(module, "known", known) < 0) {
        Py_XDECREF(known);
        Py_DECREF(module);
        return NULL;
    }
    if (add_number(module, "one", 1) < 0 || add_number(module, "two", 2) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
