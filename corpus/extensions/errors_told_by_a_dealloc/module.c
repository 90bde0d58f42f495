#include <Python.h>

typedef struct {
    PyObject_HEAD
    int failures;
} Source;

static PyTypeObject Source_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "errors_told_by_a_dealloc.Source",
    .tp_basicsize = sizeof(Source),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

/* What reads from a source may only find out at its end that something is wrong. */
typedef struct {
    PyObject_HEAD
    Source *source;
} Reader;

static PyObject *ReadError;

static PyObject *
error_object(int failures)
{
    if (failures == 0)
        Py_RETURN_NONE;
    return PyObject_CallFunction(ReadError, "i", failures);
}

static PyObject *
Reader_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Source *source;
    Reader *self;

    if (!PyArg_ParseTuple(args, "O!", &Source_Type, &source))
        return NULL;
    self = PyObject_New(Reader, type);
    if (self == NULL)
        return NULL;
    Py_INCREF(source);
    source->failures++;
    self->source = source;
    return (PyObject *)self;
}

static void
Reader_dealloc(Reader *self)
{
    if (self->source) {
        PyObject *error = error_object(self->source->failures);

        if (error != NULL && error != Py_None) {
            PyErr_SetObject((PyObject *)Py_TYPE(error), error);
            PyErr_WriteUnraisable(NULL);
        }
        Py_XDECREF(error);
        Py_DECREF(self->source);
        self->source = NULL;
    }
    PyObject_Del(self);
}

static PyTypeObject Reader_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "errors_told_by_a_dealloc.Reader",
    .tp_basicsize = sizeof(Reader),
    .tp_dealloc = (destructor)Reader_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Reader_new,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "errors_told_by_a_dealloc",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_errors_told_by_a_dealloc(void)
{
    PyObject *module;

    if (PyType_Ready(&Source_Type) < 0 || PyType_Ready(&Reader_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    ReadError = PyErr_NewException("errors_told_by_a_dealloc.ReadError", NULL, NULL);
    Py_XINCREF(ReadError);
    Py_INCREF(&Source_Type);
    Py_INCREF(&Reader_Type);
    if (PyModule_AddObject(module, "ReadError", ReadError) < 0
        || PyModule_AddObject(module, "Source", (PyObject *)&Source_Type) < 0
        || PyModule_AddObject(module, "Reader", (PyObject *)&Reader_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
