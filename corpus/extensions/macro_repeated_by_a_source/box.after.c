#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *label;
    BoxObject *self;

    if (!PyArg_ParseTuple(args, "O:Box", &label)) {
        return NULL;
    }
    self = (BoxObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(label);
        self->label = label;
    }
    return (PyObject *)self;
}

static int
Box_traverse(BoxObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->label);
    return 0;
}

static void
Box_dealloc(BoxObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->label);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Box_richcompare(PyObject *self, PyObject *other, int op)
{
    macro_repeated_by_a_source_state *state =
        get_macro_repeated_by_a_source_state_by_type(Py_TYPE(self));

    if (!Box_Check(state, self) || !Box_Check(state, other)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return PyObject_RichCompare(((BoxObject *)self)->label, ((BoxObject *)other)->label, op);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_richcompare, Box_richcompare},
    {Py_tp_new, Box_new},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

PyType_Spec Box_spec = {
    .name = "macro_repeated_by_a_source.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};
