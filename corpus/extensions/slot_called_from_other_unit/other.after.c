#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Entry;

static PyObject *
Entry_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    return type->tp_alloc(type, 0);
}

static int
Entry_init(Entry *self, PyObject *args, PyObject *kwds)
{
    PyObject *name;

    if (!PyArg_ParseTuple(args, "U:Entry", &name))
        return -1;
    Py_INCREF(name);
    Py_XSETREF(self->name, name);
    return 0;
}

static int
Entry_traverse(Entry *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static void
Entry_dealloc(Entry *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Entry_repr(Entry *self)
{
    return PyUnicode_FromFormat("<entry %U>", self->name);
}

static PyType_Slot Entry_slots[] = {
    {Py_tp_dealloc, Entry_dealloc},
    {Py_tp_repr, Entry_repr},
    {Py_tp_init, Entry_init},
    {Py_tp_new, Entry_new},
    {Py_tp_traverse, Entry_traverse},
    {0, NULL},
};

PyType_Spec Entry_spec = {
    .name = "slot_called_from_other_unit.Entry",
    .basicsize = sizeof(Entry),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Entry_slots,
};
