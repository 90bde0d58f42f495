#include <Python.h>

/* Allocations can be made to fail in tests: then CALL(function) is another function. */
#define CALL(function) function

typedef struct {
    PyObject_HEAD
    long value;
} NumberObject;

static PyTypeObject number_type;
static PyTypeObject pair_type;

static PyObject*
number_create(long value)
{
    NumberObject* self;

    self = (NumberObject*)CALL(PyObject_New)(NumberObject, &number_type);
    if (self != NULL)
        self->value = value;
    return (PyObject*)self;
}

static PyObject*
number_new(PyTypeObject* type, PyObject* args, PyObject* kwargs)
{
    long value;

    if (!PyArg_ParseTuple(args, "l", &value))
        return NULL;
    return number_create(value);
}

static void
number_del(PyObject* self)
{
    PyObject_Del(self);
}

static Py_ssize_t
number_len(PyObject* self)
{
    return ((NumberObject*)self)->value;
}

static int
number_contains(PyObject* self, PyObject* item)
{
    long value = PyLong_AsLong(item);

    if (value == -1 && PyErr_Occurred())
        return -1;
    return value < ((NumberObject*)self)->value;
}

static
PySequenceMethods number_as_sequence;

#define OBJECT_HEAD PyVarObject_HEAD_INIT(NULL, 0)

static PyTypeObject number_type = {
    OBJECT_HEAD
    .tp_name = "type_added_in_else_branch.Number",
    .tp_basicsize = sizeof(NumberObject),
    .tp_dealloc = number_del,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = number_new,
};

static PyTypeObject pair_type = {
    OBJECT_HEAD
    .tp_name = "type_added_in_else_branch.Pair",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef type_added_in_else_branch_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_added_in_else_branch",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_type_added_in_else_branch(void)
{
    PyObject* module;

    number_as_sequence.sq_length   = number_len;
    number_as_sequence.sq_contains = number_contains;

    number_type.tp_as_sequence = &number_as_sequence;

    module = PyModule_Create(&type_added_in_else_branch_module);
    if (module == NULL)
        return NULL;

    if (PyType_Ready(&number_type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    else
        PyModule_AddObject(module, "Number", (PyObject*)&number_type);

    if (PyType_Ready(&pair_type) < 0 || PyModule_AddObject(module, "Pair", (PyObject*)&pair_type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
