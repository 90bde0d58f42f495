#include "shared.h"
#include <Python.h>
#include "shared.h"
#include "types_readied_in_other_unit_state.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *items;    /* list */
} RingObject;

typedef struct {
    PyObject_HEAD
    RingObject *ring;
    Py_ssize_t index;
} RingIterObject;

static PyObject *
ring_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    RingObject *self = (RingObject *)type->tp_alloc(type, 0);

    if (self == NULL)
        return NULL;
    self->items = PyList_New(0);
    if (self->items == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
ring_traverse(RingObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->items);
    return 0;
}

static void
ring_dealloc(RingObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->items);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
ring_put(RingObject *self, PyObject *item)
{
    if (PyList_GET_SIZE(self->items) == RING_DEFAULT_SIZE && PyList_SetSlice(self->items, 0, 1, NULL) < 0)
        return NULL;
    if (PyList_Append(self->items, item) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
ring_merge(RingObject *self, PyObject *other)
{
    types_readied_in_other_unit_state *state =
        get_types_readied_in_other_unit_state_by_type(Py_TYPE(self));

    if (!PyObject_TypeCheck(other, state->Ring_Type)) {
        PyErr_SetString(PyExc_TypeError, "a Ring is required");
        return NULL;
    }
    if (PyList_SetSlice(self->items, PyList_GET_SIZE(self->items), PyList_GET_SIZE(self->items),
                        ((RingObject *)other)->items) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
ring_iter(RingObject *self)
{
    types_readied_in_other_unit_state *state =
        get_types_readied_in_other_unit_state_by_type(Py_TYPE(self));
    RingIterObject *iter =
        (RingIterObject *)state->RingIter_Type->tp_alloc(state->RingIter_Type, 0);

    if (iter == NULL)
        return NULL;
    Py_INCREF(self);
    iter->ring = self;
    iter->index = 0;
    return (PyObject *)iter;
}

static PyMethodDef ring_methods[] = {
    {"put", (PyCFunction)ring_put, METH_O, NULL},
    {"merge", (PyCFunction)ring_merge, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Ring_slots[] = {
    {Py_tp_dealloc, ring_dealloc},
    {Py_tp_iter, ring_iter},
    {Py_tp_methods, ring_methods},
    {Py_tp_new, ring_new},
    {Py_tp_traverse, ring_traverse},
    {0, NULL},
};

static PyType_Spec Ring_spec = {
    .name = "types_readied_in_other_unit.Ring",
    .basicsize = sizeof(RingObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Ring_slots,
};

static int
ringiter_traverse(RingIterObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->ring);
    return 0;
}

static void
ringiter_dealloc(RingIterObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_DECREF(self->ring);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
ringiter_next(RingIterObject *self)
{
    PyObject *item;

    if (self->index >= PyList_GET_SIZE(self->ring->items))
        return NULL;
    item = PyList_GET_ITEM(self->ring->items, self->index++);
    Py_INCREF(item);
    return item;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
RingIter_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef RingIter_methods[] = {
    {"__reduce__", RingIter_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot RingIter_slots[] = {
    {Py_tp_dealloc, ringiter_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, ringiter_next},
    {Py_tp_traverse, ringiter_traverse},
    {Py_tp_methods, RingIter_methods},
    {0, NULL},
};

static PyType_Spec RingIter_spec = {
    .name = "types_readied_in_other_unit.RingIter",
    .basicsize = sizeof(RingIterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = RingIter_slots,
};

int
ring_init_types(PyObject *module)
{
    types_readied_in_other_unit_state *state = get_types_readied_in_other_unit_state(module);

    state->RingIter_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &RingIter_spec, NULL);
    if (state->RingIter_Type == NULL)
        return 0;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->RingIter_Type->tp_new = NULL;
#endif
    state->Ring_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Ring_spec, NULL);
    return state->Ring_Type != NULL;
}

int
ring_register(PyObject *module)
{
    types_readied_in_other_unit_state *state = get_types_readied_in_other_unit_state(module);

    /* No Py_INCREF: static types were never freed. */
    Py_INCREF(state->Ring_Type);
    return PyModule_AddObject(module, "Ring", (PyObject *)state->Ring_Type);
}
