#include <Python.h>

/* A disk whose library tells of errors by a handler that asks a Python function, which a function of the module sets. */

typedef enum { ANSWER_UNHANDLED, ANSWER_IGNORE, ANSWER_CANCEL } answer;
typedef answer (*error_handler)(int severity, const char *message);

static error_handler library_handler;

static int
library_write(int severity)
{
    if (severity > 0 && library_handler != NULL)
        return library_handler(severity, "the disk is full") == ANSWER_IGNORE;
    return 1;
}

typedef struct {
    PyObject_HEAD
    long written;
} Disk;

static PyTypeObject Disk_Type;
static PyObject *DiskError;
static PyObject *on_error;      /* what the handler asks, or None */

static answer
handle_error(int severity, const char *message)
{
    PyObject *answered;
    int is_ignored;

    if (on_error == NULL || !PyCallable_Check(on_error)) {
        PyErr_SetString(DiskError, message);
        return ANSWER_CANCEL;
    }
    answered = PyObject_CallFunction(on_error, "is", severity, message);
    if (answered == NULL)
        return ANSWER_CANCEL;
    is_ignored = PyObject_IsTrue(answered);
    Py_DECREF(answered);
    if (is_ignored < 0)
        return ANSWER_CANCEL;
    if (is_ignored)
        return ANSWER_IGNORE;
    PyErr_SetString(DiskError, message);
    return ANSWER_CANCEL;
}

static PyObject *
set_handler(PyObject *module, PyObject *function)
{
    Py_INCREF(function);
    Py_XDECREF(on_error);
    on_error = function;
    Py_RETURN_NONE;
}

static PyObject *
get_handler(PyObject *module, PyObject *unused)
{
    Py_INCREF(on_error);
    return on_error;
}

static PyObject *
Disk_write(Disk *self, PyObject *args)
{
    int severity;

    if (!PyArg_ParseTuple(args, "i", &severity))
        return NULL;
    if (!library_write(severity)) {
        if (!PyErr_Occurred())
            PyErr_SetString(DiskError, "not told");
        return NULL;
    }
    self->written++;
    return PyLong_FromLong(self->written);
}

static void
Disk_dealloc(Disk *self)
{
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef Disk_methods[] = {
    {"write", (PyCFunction)Disk_write, METH_VARARGS, "write(severity) -> how often"},
    {NULL}
};

static PyTypeObject Disk_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "handler_set_by_a_function.Disk",
    .tp_basicsize = sizeof(Disk),
    .tp_dealloc = (destructor)Disk_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Disk_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef functions[] = {
    {"set_handler", set_handler, METH_O, "set_handler(function or None)"},
    {"get_handler", get_handler, METH_NOARGS, "get_handler() -> function or None"},
    {NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "handler_set_by_a_function", "A disk that may be full.", -1, functions
};

PyMODINIT_FUNC
PyInit_handler_set_by_a_function(void)
{
    PyObject *module;

    if (PyType_Ready(&Disk_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    DiskError = PyErr_NewException("handler_set_by_a_function.DiskError", NULL, NULL);
    if (DiskError == NULL)
        goto error;
    Py_INCREF(DiskError);
    if (PyModule_AddObject(module, "DiskError", DiskError) < 0) {
        Py_DECREF(DiskError);
        goto error;
    }
    Py_INCREF(&Disk_Type);
    if (PyModule_AddObject(module, "Disk", (PyObject *)&Disk_Type) < 0) {
        Py_DECREF(&Disk_Type);
        goto error;
    }
    Py_INCREF(Py_None);
    on_error = Py_None;
    library_handler = handle_error;
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
