#include <Python.h>
#include <unistd.h>

/* A pipe's end owns a descriptor and no Python object: it needs no garbage collection. */
typedef struct {
    PyObject_HEAD
    int fd;
} EndObject;

static PyObject *
end_close(EndObject *self, PyObject *unused)
{
    if (self->fd >= 0 && close(self->fd) < 0) {
        return PyErr_SetFromErrno(PyExc_OSError);
    }
    self->fd = -1;
    Py_RETURN_NONE;
}

static void
end_dealloc(EndObject *self)
{
    PyObject *result = end_close(self, NULL);
    Py_XDECREF(result);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef end_methods[] = {
    {"close", (PyCFunction)end_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject EndType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pipes.End",
    .tp_basicsize = sizeof(EndObject),
    .tp_dealloc = (destructor)end_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = end_methods,
};

static struct PyModuleDef pipes = {
    PyModuleDef_HEAD_INIT, "pipes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_pipes(void)
{
    PyObject *m;

    if (PyType_Ready(&EndType) < 0)
        return NULL;
    m = PyModule_Create(&pipes);
    if (m == NULL)
        return NULL;
    Py_INCREF(&EndType);
    if (PyModule_AddObject(m, "End", (PyObject *)&EndType) < 0) {
        Py_DECREF(&EndType);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
