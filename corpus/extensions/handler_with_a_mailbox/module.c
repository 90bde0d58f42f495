#include <Python.h>

/* A disk whose library tells of errors by a handler that is set once, and is given nothing of the module. */

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

static PyObject *DiskError;
static int was_raised;          /* left by the handler for who called the library */
static const char *last_message;

static answer
handle_error(int severity, const char *message)
{
    switch (severity) {
        case 1:
            was_raised = 1;
            last_message = message;
            return ANSWER_UNHANDLED;
        case 2:
            was_raised = 1;
            last_message = message;
            PyErr_SetString(DiskError, message);
            return ANSWER_CANCEL;
    }
    return ANSWER_IGNORE;
}

static PyObject *
Disk_write(Disk *self, PyObject *args)
{
    int severity;

    if (!PyArg_ParseTuple(args, "i", &severity))
        return NULL;
    was_raised = 0;
    if (!library_write(severity)) {
        if (!PyErr_Occurred())
            PyErr_Format(DiskError, "%s: %d", was_raised ? last_message : "not told", severity);
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
    .tp_name = "handler_with_a_mailbox.Disk",
    .tp_basicsize = sizeof(Disk),
    .tp_dealloc = (destructor)Disk_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Disk_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "handler_with_a_mailbox", "A disk that may be full.", -1, NULL
};

PyMODINIT_FUNC
PyInit_handler_with_a_mailbox(void)
{
    PyObject *module;

    if (PyType_Ready(&Disk_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    DiskError = PyErr_NewException("handler_with_a_mailbox.DiskError", NULL, NULL);
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
    library_handler = handle_error;
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
