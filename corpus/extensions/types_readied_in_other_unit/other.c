#include "shared.h"
#include <Python.h>
#include "shared.h"

static PyTypeObject Ring_Type;
static PyTypeObject RingIter_Type;

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

static void
ring_dealloc(RingObject *self)
{
    Py_XDECREF(self->items);
    Py_TYPE(self)->tp_free((PyObject *)self);
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
    if (!PyObject_TypeCheck(other, &Ring_Type)) {
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
    RingIterObject *iter = PyObject_New(RingIterObject, &RingIter_Type);

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

static PyTypeObject Ring_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_readied_in_other_unit.Ring",
    .tp_basicsize = sizeof(RingObject),
    .tp_dealloc = (destructor)ring_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_iter = (getiterfunc)ring_iter,
    .tp_methods = ring_methods,
    .tp_new = ring_new,
};

static void
ringiter_dealloc(RingIterObject *self)
{
    Py_DECREF(self->ring);
    PyObject_Del(self);
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

static PyTypeObject RingIter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "types_readied_in_other_unit.RingIter",
    .tp_basicsize = sizeof(RingIterObject),
    .tp_dealloc = (destructor)ringiter_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = (iternextfunc)ringiter_next,
};

int
ring_init_types(void)
{
    if (PyType_Ready(&RingIter_Type) < 0)
        return 0;
    return PyType_Ready(&Ring_Type) == 0;
}

int
ring_register(PyObject *module)
{
    /* No Py_INCREF: static types were never freed. */
    return PyModule_AddObject(module, "Ring", (PyObject *)&Ring_Type);
}
