#include <Python.h>

/* Lengths in several units. One table publishes the types, another finds the type for a unit. */

enum unit { UNIT_METRE, UNIT_FOOT, UNIT_COUNT };

typedef struct {
    PyObject_HEAD
    double number;
} LengthObject;

static PyObject *
length_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    double number;
    LengthObject *self;

    if (!PyArg_ParseTuple(args, "d", &number))
        return NULL;
    self = (LengthObject *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->number = number;
    return (PyObject *)self;
}

static PyObject *
length_number(PyObject *self, void *closure)
{
    return PyFloat_FromDouble(((LengthObject *)self)->number);
}

static PyGetSetDef length_getset[] = {
    {"number", length_number, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Length_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tables_of_types.Length",
    .tp_basicsize = sizeof(LengthObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_getset = length_getset,
    .tp_new = length_new,
};

static PyTypeObject Metre_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tables_of_types.Metre",
    .tp_basicsize = sizeof(LengthObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Length_Type,
};

static PyTypeObject Foot_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "tables_of_types.Foot",
    .tp_basicsize = sizeof(LengthObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Length_Type,
};

/* By unit. */
static PyTypeObject *unit_types[] = {
    &Metre_Type,
    &Foot_Type
};

static PyObject *
is_in(PyObject *module, PyObject *args)
{
    PyObject *object;
    int unit;

    if (!PyArg_ParseTuple(args, "Oi", &object, &unit))
        return NULL;
    if (unit < 0 || unit >= UNIT_COUNT) {
        PyErr_SetString(PyExc_ValueError, "no such unit");
        return NULL;
    }
    return PyBool_FromLong(Py_TYPE(object) == unit_types[unit]);
}

static PyMethodDef functions[] = {
    {"is_in", is_in, METH_VARARGS, "is_in(length, unit) -> bool"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "tables_of_types", NULL, -1, functions
};

static const struct published {
    const char *name;
    PyTypeObject *type;
} all_types[] = {
    {"Metre", &Metre_Type},
    {"Foot", &Foot_Type},
    {"Length", &Length_Type},
    {NULL, NULL}
};

static int
add_types(PyObject *m)
{
    int i;

    for (i = 0; all_types[i].name != NULL; i++) {
        PyTypeObject *type = all_types[i].type;

        if (PyType_Ready(type) < 0)
            return -1;
        if (PyModule_AddObject(m, all_types[i].name, (PyObject *)type) < 0)
            return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_tables_of_types(void)
{
    PyObject *m = PyModule_Create(&module_def);

    if (m == NULL)
        return NULL;
    if (add_types(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
