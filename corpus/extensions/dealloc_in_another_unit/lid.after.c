#include "shelf.h"

static int
Lid_traverse(Part *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->whole);
    return 0;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Lid_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Lid_methods[] = {
    {"__reduce__", Lid_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_dealloc, shelf_dealloc},
    {Py_tp_traverse, Lid_traverse},
    {Py_tp_methods, Lid_methods},
    {0, NULL},
};

PyType_Spec Lid_spec = {
    .name = "dealloc_in_another_unit.Lid",
    .basicsize = sizeof(Part),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

PyObject *
lid(PyObject *module, PyObject *whole)
{
    dealloc_in_another_unit_state *state =
        get_dealloc_in_another_unit_state(module);

    return shelf_part(state->Lid_Type, whole);
}
