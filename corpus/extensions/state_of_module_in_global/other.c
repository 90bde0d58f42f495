#include "shared.h"

static PyObject *
Reader_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Reader *self = (Reader *)type->tp_alloc(type, 0);

    if (self != NULL) {
        self->error_class = READER_STATE->ProtocolError;
        Py_INCREF(self->error_class);
    }
    return (PyObject *)self;
}

static int
Reader_traverse(Reader *self, visitproc visit, void *arg)
{
    Py_VISIT(self->error_class);
    return 0;
}

static void
Reader_dealloc(Reader *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->error_class);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Reader_read(Reader *self, PyObject *data)
{
    if (!PyBytes_Check(data)) {
        PyErr_SetString(READER_STATE->ReaderError, "bytes expected");
        return NULL;
    }
    if (PyBytes_GET_SIZE(data) == 0) {
        PyErr_SetString(self->error_class, "no data");
        return NULL;
    }
    return PyLong_FromLong(PyBytes_AS_STRING(data)[0]);
}

static PyMethodDef Reader_methods[] = {
    {"read", (PyCFunction)Reader_read, METH_O, "Read the first byte."},
    {NULL}
};

PyTypeObject Reader_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "state_of_module_in_global.Reader", /*tp_name*/
    sizeof(Reader),                     /*tp_basicsize*/
    0,                                  /*tp_itemsize*/
    (destructor)Reader_dealloc,         /*tp_dealloc*/
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Reader_traverse,
    .tp_methods = Reader_methods,
    .tp_new = Reader_new,
};
