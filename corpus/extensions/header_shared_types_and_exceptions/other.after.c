#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

#define CAPACITY 3

PyObject *
new_store(header_shared_types_and_exceptions_state *state)
{
    StoreObject *self = (StoreObject *)state->Store_Type->tp_alloc(state->Store_Type, 0);

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
store_traverse(StoreObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->items);
    return 0;
}

static void
store_dealloc(StoreObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->items);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
store_put(StoreObject *self, PyObject *item)
{
    header_shared_types_and_exceptions_state *state =
        get_header_shared_types_and_exceptions_state_by_type(Py_TYPE(self));

    if (self->items == NULL)
        return store_error(state, STORE_CLOSED);
    if (PyList_GET_SIZE(self->items) == CAPACITY)
        return store_error(state, STORE_FULL);
    if (PyList_Append(self->items, item) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
store_merge(StoreObject *self, PyObject *other)
{
    header_shared_types_and_exceptions_state *state =
        get_header_shared_types_and_exceptions_state_by_type(Py_TYPE(self));
    PyObject *result;
    Py_ssize_t i;

    if (!Store_Check(state, other))
        return PyErr_Format(PyExc_TypeError, "a Store is required, not %.100s", Py_TYPE(other)->tp_name);
    if (((StoreObject *)other)->items == NULL)
        return store_error(state, STORE_GONE);
    for (i = 0; i < PyList_GET_SIZE(((StoreObject *)other)->items); i++) {
        result = store_put(self, PyList_GET_ITEM(((StoreObject *)other)->items, i));
        if (result == NULL)
            return NULL;
        Py_DECREF(result);
    }
    Py_RETURN_NONE;
}

static PyObject *
store_close(StoreObject *self, PyObject *unused)
{
    Py_CLEAR(self->items);
    Py_RETURN_NONE;
}

static Py_ssize_t
store_length(StoreObject *self)
{
    return self->items == NULL ? 0 : PyList_GET_SIZE(self->items);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Store_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef store_methods[] = {
    {"put", (PyCFunction)store_put, METH_O, NULL},
    {"merge", (PyCFunction)store_merge, METH_O, NULL},
    {"close", (PyCFunction)store_close, METH_NOARGS, NULL},
    {"__reduce__", Store_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Store_slots[] = {
    {Py_tp_dealloc, store_dealloc},
    {Py_tp_methods, store_methods},
    {Py_sq_length, store_length},
    {Py_tp_traverse, store_traverse},
    {0, NULL},
};

PyType_Spec Store_spec = {
    .name = "header_shared_types_and_exceptions.Store",
    .basicsize = sizeof(StoreObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Store_slots,
};
