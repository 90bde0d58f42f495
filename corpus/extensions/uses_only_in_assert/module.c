#include <Python.h>
#include <assert.h>

/* Heaps (of the priority kind). Much of this file is compiled into debug builds only. */

typedef struct {
    PyObject_HEAD
    PyObject *entries;      /* list; entries[0] is the smallest */
} HeapObject;

static PyTypeObject Heap_Type;
static PyObject *empty_message;

#define Heap_Check(o) (Py_TYPE(o) == &Heap_Type)

/* The type is named in assertions only. */
static Py_ssize_t
heap_size(PyObject *self)
{
    assert(Heap_Check(self));
    assert(Py_TYPE(self)->tp_dealloc == Heap_Type.tp_dealloc);
    return PyList_GET_SIZE(((HeapObject *)self)->entries);
}

/* No one looks at the object but the assertion. */
static int
heap_accepts(PyObject *self, PyObject *item)
{
    assert(Heap_Check(self));
    return item != Py_None;
}

static PyObject *
heap_push(PyObject *self, PyObject *item)
{
    PyObject *entries = ((HeapObject *)self)->entries;

    if (!heap_accepts(self, item)) {
        PyErr_SetString(PyExc_ValueError, "None has no priority");
        return NULL;
    }
    if (PyList_Append(entries, item) < 0 || PyList_Sort(entries) < 0)
        return NULL;
    return PyLong_FromSsize_t(heap_size(self));
}

static PyObject *
heap_pop(PyObject *self, PyObject *unused)
{
    PyObject *entries = ((HeapObject *)self)->entries, *item;

    if (heap_size(self) == 0) {
        PyErr_SetObject(PyExc_IndexError, empty_message);
        return NULL;
    }
    item = PyList_GET_ITEM(entries, 0);
    Py_INCREF(item);
    if (PyList_SetSlice(entries, 0, 1, NULL) < 0)
        Py_CLEAR(item);
    return item;
}

static PyObject *
heap_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    HeapObject *self = (HeapObject *)type->tp_alloc(type, 0);

    if (self != NULL && (self->entries = PyList_New(0)) == NULL)
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void
heap_dealloc(PyObject *self)
{
    Py_XDECREF(((HeapObject *)self)->entries);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef heap_methods[] = {
    {"push", heap_push, METH_O, "Add an item; return the new size."},
    {"pop", heap_pop, METH_NOARGS, "Remove the smallest item and return it."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Heap_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "uses_only_in_assert.Heap",
    .tp_basicsize = sizeof(HeapObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = heap_new,
    .tp_dealloc = heap_dealloc,
    .tp_methods = heap_methods,
};

#ifndef NDEBUG
static PyObject *
check_heap(PyObject *module, PyObject *object)
{
    if (!Heap_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "a Heap is required");
        return NULL;
    }
    return PyLong_FromSsize_t(heap_size(object));
}
#endif

static PyMethodDef functions[] = {
#ifndef NDEBUG
    {"_check_heap", check_heap, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef heaps = {
    PyModuleDef_HEAD_INIT, "uses_only_in_assert", "Heaps.", -1, functions
};

PyMODINIT_FUNC
PyInit_uses_only_in_assert(void)
{
    PyObject *m;

    if (PyType_Ready(&Heap_Type) < 0)
        return NULL;
    m = PyModule_Create(&heaps);
    if (m == NULL)
        return NULL;
    empty_message = PyUnicode_FromString("pop from an empty heap");
    if (empty_message == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Heap_Type);
    if (PyModule_AddObject(m, "Heap", (PyObject *)&Heap_Type) < 0) {
        Py_DECREF(&Heap_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
