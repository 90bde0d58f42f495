#include "shared.h"
#include <structmember.h>

#ifdef HAVE_LID
typedef struct {
    PyObject_HEAD
    PyObject *weakreflist;
} LidObject;

static int
Lid_traverse(LidObject *self, visitproc visit,
             void *arg)
{
    Py_VISIT(Py_TYPE(self));
    /* nothing to visit */
    return 0;
}

static void
Lid_dealloc(LidObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, Lid_dealloc);
    if (self->weakreflist != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    tp->tp_free(self);
    Py_DECREF(tp);
    Py_TRASHCAN_END;
}

typedef struct {
    PyObject_HEAD
    PyObject *value;
} OwnerObject;

static int
Owner_traverse(OwnerObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static void
Owner_dealloc(OwnerObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->value);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static OwnerObject *
Owner_new(pointers_to_linked_types_state *state, PyObject *value)
{
    OwnerObject *owner;

    owner = (OwnerObject *)state->Owner_Type->tp_alloc(state->Owner_Type, 0);
    if (owner == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    owner->value = value;
    return owner;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Owner_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Owner_methods[] = {
    {"__reduce__", Owner_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Owner_slots[] = {
    {Py_tp_dealloc, Owner_dealloc},
    {Py_tp_traverse, Owner_traverse},
    {Py_tp_methods, Owner_methods},
    {0, NULL},
};

PyType_Spec Owner_spec = {
    .name = "pointers_to_linked_types._Owner",
    .basicsize = sizeof(OwnerObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Owner_slots,
};

static PyObject *
Lid_own(LidObject *self, PyObject *value)
{
    pointers_to_linked_types_state *state =
        get_pointers_to_linked_types_state_by_type(Py_TYPE(self));

    return (PyObject *)Owner_new(state, value);
}

static PyMethodDef Lid_methods[] = {
    {"own", (PyCFunction)Lid_own, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Lid_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(LidObject, weakreflist),
     READONLY},
    {NULL}
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_dealloc, Lid_dealloc},
    {Py_tp_traverse, Lid_traverse},
    {Py_tp_methods, Lid_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_members, Lid_members},
    {0, NULL},
};

SHELF_INTERNAL PyType_Spec Lid_spec = {
    .name = "pointers_to_linked_types.Lid",
    .basicsize = sizeof(LidObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};
#endif
