#include "boxes.h"

typedef struct {
    Box box;
    PyObject *label;
} Crate;

static int
crate_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    base_traversed_in_another_unit_state *state =
        get_base_traversed_in_another_unit_state_by_type(Py_TYPE(self));

    return state->Box_Type->tp_init(self, args, kwds);
}

static int
crate_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((Crate *)self)->label);
    return box_traverse((Box *)self, visit, arg);
}

static int
crate_clear(PyObject *self)
{
    Py_CLEAR(((Crate *)self)->label);
    return box_clear((Box *)self);
}

static void
crate_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Crate *)self)->label);
    box_dealloc((Box *)self);
}

static PyObject *
crate_label(PyObject *self, PyObject *label)
{
    Py_INCREF(label);
    Py_XSETREF(((Crate *)self)->label, label);
    Py_RETURN_NONE;
}

static PyMethodDef crate_methods[] = {
    {"label", crate_label, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Crate_slots[] = {
    {Py_tp_init, crate_init},
    {Py_tp_methods, crate_methods},
    {Py_tp_dealloc, crate_dealloc},
    {Py_tp_traverse, crate_traverse},
    {Py_tp_clear, crate_clear},
    {0, NULL},
};

PyType_Spec Crate_spec = {
    .name = "base_traversed_in_another_unit.Crate",
    .basicsize = sizeof(Crate),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};
