#include "shared.h"

#define CAPACITY 3

PyObject *
new_store(void)
{
    StoreObject *self = PyObject_New(StoreObject, &Store_Type);

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
store_dealloc(StoreObject *self)
{
    Py_XDECREF(self->items);
    PyObject_Del(self);
}

static PyObject *
store_put(StoreObject *self, PyObject *item)
{
    if (self->items == NULL)
        return store_error(STORE_CLOSED);
    if (PyList_GET_SIZE(self->items) == CAPACITY)
        return store_error(STORE_FULL);
    if (PyList_Append(self->items, item) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
store_merge(StoreObject *self, PyObject *other)
{
    PyObject *result;
    Py_ssize_t i;

    if (!Store_Check(other))
        return PyErr_Format(PyExc_TypeError, "a Store is required, not %.100s", Py_TYPE(other)->tp_name);
    if (((StoreObject *)other)->items == NULL)
        return store_error(STORE_GONE);
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

static PyMethodDef store_methods[] = {
    {"put", (PyCFunction)store_put, METH_O, NULL},
    {"merge", (PyCFunction)store_merge, METH_O, NULL},
    {"close", (PyCFunction)store_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PySequenceMethods store_sequence = {(lenfunc)store_length};

PyTypeObject Store_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "header_shared_types_and_exceptions.Store",
    .tp_basicsize = sizeof(StoreObject),
    .tp_dealloc = (destructor)store_dealloc,
    .tp_as_sequence = &store_sequence,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = store_methods,
};
