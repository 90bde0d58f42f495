#include <Python.h>
#include <unistd.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

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
    PyTypeObject *tp = Py_TYPE(self);
    PyObject *result = end_close(self, NULL);
    Py_XDECREF(result);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
End_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef end_methods[] = {
    {"close", (PyCFunction)end_close, METH_NOARGS, NULL},
    {"__reduce__", End_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject *EndType;

static PyType_Slot End_slots[] = {
    {Py_tp_dealloc, end_dealloc},
    {Py_tp_methods, end_methods},
    {0, NULL},
};

static PyType_Spec End_spec = {
    .name = "pipes.End",
    .basicsize = sizeof(EndObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = End_slots,
};

static struct PyModuleDef pipes = {
    PyModuleDef_HEAD_INIT, "pipes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_pipes(void)
{
    PyObject *m;

    m = PyModule_Create(&pipes);
    if (m == NULL)
        return NULL;

    EndType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &End_spec, NULL);
    if (EndType == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    EndType->tp_new = NULL;
#endif
    Py_INCREF(EndType);
    if (PyModule_AddObject(m, "End", (PyObject *)EndType) < 0) {
        Py_DECREF(EndType);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
