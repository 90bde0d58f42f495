#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *answers;
#ifdef WITH_REPORT
    PyObject *report;
#else
    PyObject *debugging;
#endif
} Result;

static PyObject *
Result_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Result *self = (Result *)type->tp_alloc(type, 0);
    PyObject *answers;

    if (self == NULL)
        return NULL;
    if (!PyArg_ParseTuple(args, "O", &answers)) {
        Py_DECREF(self);
        return NULL;
    }
    Py_INCREF(answers);
    self->answers = answers;
    return (PyObject *)self;
}

static void
Result_dealloc(Result *self)
{
    Py_XDECREF(self->answers);
#ifdef WITH_REPORT
    Py_XDECREF(self->report);
#else
    Py_XDECREF(self->debugging);
#endif
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject ResultType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Result",
    .tp_basicsize = sizeof(Result),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = Result_new,
    .tp_dealloc = (destructor)Result_dealloc,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);

    if (m == NULL)
        return NULL;
    if (PyModule_AddType(m, &ResultType) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
