#include <Python.h>
#include <assert.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Heaps (of the priority kind). Much of this file is compiled into debug builds only. */

typedef struct {
    PyObject_HEAD
    PyObject *entries;      /* list; entries[0] is the smallest */
} HeapObject;

typedef struct {
    PyTypeObject *Heap_Type;
    PyObject *empty_message;
} uses_only_in_assert_state;

static inline uses_only_in_assert_state *
get_uses_only_in_assert_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (uses_only_in_assert_state *)state;
}

static inline uses_only_in_assert_state *
get_uses_only_in_assert_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (uses_only_in_assert_state *)state;
}

#define Heap_Check(state, o) (Py_TYPE(o) == (state)->Heap_Type)

/* The type is named in assertions only. */
static Py_ssize_t
heap_size(uses_only_in_assert_state *state, PyObject *self)
{
    assert(Heap_Check(state, self));
    assert(Py_TYPE(self)->tp_dealloc == state->Heap_Type->tp_dealloc);
    return PyList_GET_SIZE(((HeapObject *)self)->entries);
}

/* No one looks at the object but the assertion. */
static int
heap_accepts(uses_only_in_assert_state *state, PyObject *self, PyObject *item)
{
    assert(Heap_Check(state, self));
    return item != Py_None;
}

static PyObject *
heap_push(PyObject *self, PyObject *item)
{
    uses_only_in_assert_state *state =
        get_uses_only_in_assert_state_by_type(Py_TYPE(self));
    PyObject *entries = ((HeapObject *)self)->entries;

    if (!heap_accepts(state, self, item)) {
        PyErr_SetString(PyExc_ValueError, "None has no priority");
        return NULL;
    }
    if (PyList_Append(entries, item) < 0 || PyList_Sort(entries) < 0)
        return NULL;
    return PyLong_FromSsize_t(heap_size(state, self));
}

static PyObject *
heap_pop(PyObject *self, PyObject *unused)
{
    uses_only_in_assert_state *state =
        get_uses_only_in_assert_state_by_type(Py_TYPE(self));
    PyObject *entries = ((HeapObject *)self)->entries, *item;

    if (heap_size(state, self) == 0) {
        PyErr_SetObject(PyExc_IndexError, state->empty_message);
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

static int
heap_traverse(HeapObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->entries);
    return 0;
}

static void
heap_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(((HeapObject *)self)->entries);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyMethodDef heap_methods[] = {
    {"push", heap_push, METH_O, "Add an item; return the new size."},
    {"pop", heap_pop, METH_NOARGS, "Remove the smallest item and return it."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Heap_slots[] = {
    {Py_tp_new, heap_new},
    {Py_tp_dealloc, heap_dealloc},
    {Py_tp_methods, heap_methods},
    {Py_tp_traverse, heap_traverse},
    {0, NULL},
};

static PyType_Spec Heap_spec = {
    .name = "uses_only_in_assert.Heap",
    .basicsize = sizeof(HeapObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Heap_slots,
};

#ifndef NDEBUG
static PyObject *
check_heap(PyObject *module, PyObject *object)
{
    uses_only_in_assert_state *state = get_uses_only_in_assert_state(module);

    if (!Heap_Check(state, object)) {
        PyErr_SetString(PyExc_TypeError, "a Heap is required");
        return NULL;
    }
    return PyLong_FromSsize_t(heap_size(state, object));
}
#endif

static PyMethodDef functions[] = {
#ifndef NDEBUG
    {"_check_heap", check_heap, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static int
uses_only_in_assert_traverse(PyObject *module, visitproc visit, void *arg)
{
    uses_only_in_assert_state *state = get_uses_only_in_assert_state(module);
    Py_VISIT(state->Heap_Type);
    Py_VISIT(state->empty_message);
    return 0;
}

static int
uses_only_in_assert_clear(PyObject *module)
{
    uses_only_in_assert_state *state = get_uses_only_in_assert_state(module);
    Py_CLEAR(state->Heap_Type);
    Py_CLEAR(state->empty_message);
    return 0;
}

static void
uses_only_in_assert_free(void *module)
{
    uses_only_in_assert_clear((PyObject *)module);
}

static int uses_only_in_assert_exec(PyObject *m);

static PyModuleDef_Slot uses_only_in_assert_slots[] = {
    {Py_mod_exec, uses_only_in_assert_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef heaps = {
    PyModuleDef_HEAD_INIT, "uses_only_in_assert", "Heaps.",
    sizeof(uses_only_in_assert_state), functions,
    uses_only_in_assert_slots, uses_only_in_assert_traverse,
    uses_only_in_assert_clear, uses_only_in_assert_free
};

static int
uses_only_in_assert_exec(PyObject *m)
{
    uses_only_in_assert_state *state = get_uses_only_in_assert_state(m);

    state->Heap_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Heap_spec, NULL);
    if (state->Heap_Type == NULL)
        return -1;
    state->empty_message = PyUnicode_FromString("pop from an empty heap");
    if (state->empty_message == NULL) {
        return -1;
    }
    Py_INCREF(state->Heap_Type);
    if (PyModule_AddObject(m, "Heap", (PyObject *)state->Heap_Type) < 0) {
        Py_DECREF(state->Heap_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_uses_only_in_assert(void)
{
    return PyModuleDef_Init(&heaps);
}
