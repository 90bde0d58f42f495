#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyObject *
Reader_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Reader *self = (Reader *)type->tp_alloc(type, 0);

    if (self != NULL) {
        struct reader_state *state =
            get_state_of_module_in_global_state_by_type(type);

        self->error_class = state->ProtocolError;
        Py_INCREF(self->error_class);
    }
    return (PyObject *)self;
}

static int
Reader_traverse(Reader *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->error_class);
    return 0;
}

static void
Reader_dealloc(Reader *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->error_class);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Reader_read(Reader *self, PyObject *data)
{
    if (!PyBytes_Check(data)) {
        struct reader_state *state =
            get_state_of_module_in_global_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ReaderError, "bytes expected");
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

static PyType_Slot Reader_slots[] = {
    {Py_tp_dealloc, Reader_dealloc},
    {Py_tp_traverse, Reader_traverse},
    {Py_tp_methods, Reader_methods},
    {Py_tp_new, Reader_new},
    {0, NULL},
};

PyType_Spec Reader_spec = {
    .name = "state_of_module_in_global.Reader",
    .basicsize = sizeof(Reader),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reader_slots,
};
