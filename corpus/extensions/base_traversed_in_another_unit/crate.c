#include "boxes.h"

typedef struct {
    Box box;
    PyObject *label;
} Crate;

static int
crate_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    return Box_Type.tp_init(self, args, kwds);
}

static int
crate_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((Crate *)self)->label);
    return Box_Type.tp_traverse(self, visit, arg);
}

static int
crate_clear(PyObject *self)
{
    Py_CLEAR(((Crate *)self)->label);
    return Box_Type.tp_clear(self);
}

static void
crate_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Crate *)self)->label);
    Box_Type.tp_dealloc(self);
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

PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_traversed_in_another_unit.Crate",
    .tp_basicsize = sizeof(Crate),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_base = &Box_Type,
    .tp_init = crate_init,
    .tp_methods = crate_methods,
    .tp_dealloc = crate_dealloc,
    .tp_traverse = crate_traverse,
    .tp_clear = crate_clear,
};
