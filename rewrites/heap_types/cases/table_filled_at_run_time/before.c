#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Count;

static PyObject *
Count_add(PyObject *left, PyObject *right)
{
    if (Py_TYPE(left) != Py_TYPE(right)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyLong_FromLong(((Count *)left)->value + ((Count *)right)->value);
}

static PyObject *
Count_int(PyObject *self)
{
    return PyLong_FromLong(((Count *)self)->value);
}

static Py_ssize_t
Count_length(PyObject *self)
{
    return ((Count *)self)->value;
}

static PyNumberMethods Count_as_number = {
    .nb_int = Count_int,
};
static PySequenceMethods Count_as_sequence;

static PyTypeObject Count_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Count",
    .tp_basicsize = sizeof(Count),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_number = &Count_as_number,
    .tp_new = PyType_GenericNew,
};

static int
make_count(void)
{
    Count_as_number.nb_add = Count_add;
    Count_as_sequence.sq_length = Count_length;
    Count_Type.tp_as_sequence = &Count_as_sequence;
    return PyType_Ready(&Count_Type);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    if (make_count() < 0) {
        return NULL;
    }
    return PyModule_Create(&definition);
}
