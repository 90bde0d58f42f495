#include <Python.h>

/* Sets of small numbers; their operators are the functions of the module, which don't look at the module. */

typedef struct {
    PyObject_HEAD
    unsigned long bits;
} SetObject;

static PyTypeObject Set_Type;

static PyObject *
new_set(unsigned long bits)
{
    SetObject *set = PyObject_New(SetObject, &Set_Type);
    if (set != NULL) {
        set->bits = bits;
    }
    return (PyObject *)set;
}

/* An int counts as the set of its bits. */
static int
bits_of(PyObject *object, unsigned long *bits)
{
    if (PyObject_TypeCheck(object, &Set_Type)) {
        *bits = ((SetObject *)object)->bits;
        return 1;
    }
    *bits = PyLong_AsUnsignedLong(object);
    return !PyErr_Occurred();
}

static PyObject *
set_difference(PyObject *ignored, PyObject *args)
{
    PyObject *left, *right;
    unsigned long first, second;

    if (!PyArg_ParseTuple(args, "OO:difference", &left, &right)) {
        return NULL;
    }
    if (!bits_of(left, &first) || !bits_of(right, &second)) {
        return NULL;
    }
    return new_set(first & ~second);
}

static PyObject *
set_subtract(PyObject *self, PyObject *other)
{
    PyObject *args = PyTuple_Pack(2, self, other);
    PyObject *found;

    if (args == NULL) {
        return NULL;
    }
    found = set_difference(NULL, args);
    Py_DECREF(args);
    return found;
}

static PyNumberMethods set_as_number = {
    .nb_subtract = set_subtract,
};

static PyObject *
set_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    SetObject *set;
    unsigned long bits;

    if (!PyArg_ParseTuple(args, "k:Set", &bits)) {
        return NULL;
    }
    set = (SetObject *)type->tp_alloc(type, 0);
    if (set != NULL) {
        set->bits = bits;
    }
    return (PyObject *)set;
}

static PyObject *
set_repr(SetObject *self)
{
    return PyUnicode_FromFormat("Set(%lu)", self->bits);
}

static PyTypeObject Set_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "binary_slot_calls_module_function.Set",
    .tp_basicsize = sizeof(SetObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_as_number = &set_as_number,
    .tp_repr = (reprfunc)set_repr,
    .tp_new = set_new,
};

/* The same operator for a type that may not be derived from. */
static PyTypeObject FinalSet_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "binary_slot_calls_module_function.FinalSet",
    .tp_basicsize = sizeof(SetObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Set_Type,
    .tp_as_number = &set_as_number,
};

static PyMethodDef module_functions[] = {
    {"difference", set_difference, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "binary_slot_calls_module_function", NULL, -1, module_functions
};

PyMODINIT_FUNC
PyInit_binary_slot_calls_module_function(void)
{
    PyObject *m;

    if (PyType_Ready(&Set_Type) < 0 || PyType_Ready(&FinalSet_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Set_Type);
    if (PyModule_AddObject(m, "Set", (PyObject *)&Set_Type) < 0) {
        Py_DECREF(&Set_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&FinalSet_Type);
    if (PyModule_AddObject(m, "FinalSet", (PyObject *)&FinalSet_Type) < 0) {
        Py_DECREF(&FinalSet_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
