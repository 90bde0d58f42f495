#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* pairs(sequence): iterate over neighbours. */

typedef struct {
    PyObject_HEAD
    Py_ssize_t index;
    PyObject *sequence;     /* NULL when exhausted */
} pairsobject;

typedef struct {
    PyTypeObject *PairsType;
} gc_iterator_type_state;

static inline gc_iterator_type_state *get_gc_iterator_type_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (gc_iterator_type_state *)state;
}

static PyObject *pairs(PyObject *self, PyObject *sequence)
{
    gc_iterator_type_state *state = get_gc_iterator_type_state(self);
    pairsobject *it;

    if (!PySequence_Check(sequence)) {
        PyErr_Format(PyExc_TypeError, "a sequence is required, not '%s'", Py_TYPE(sequence)->tp_name);
        return NULL;
    }
    it = PyObject_GC_New(pairsobject, state->PairsType);
    if (it == NULL)
        return NULL;
    Py_INCREF(sequence);
    it->sequence = sequence;
    it->index = 0;
    PyObject_GC_Track(it);
    return (PyObject *)it;
}

static void pairs_dealloc(pairsobject *it)
{
    PyTypeObject *tp = Py_TYPE(it);

    PyObject_GC_UnTrack(it);
    Py_XDECREF(it->sequence);
    PyObject_GC_Del(it);
    Py_DECREF(tp);
}

static int pairs_traverse(pairsobject *it, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(it));
    Py_VISIT(it->sequence);
    return 0;
}

static PyObject *pairs_next(pairsobject *it)
{
    PyObject *first, *second, *result;

    if (it->sequence == NULL)
        return NULL;
    if (it->index + 1 >= PySequence_Size(it->sequence)) {
        Py_CLEAR(it->sequence);
        return NULL;
    }
    first = PySequence_GetItem(it->sequence, it->index);
    if (first == NULL)
        return NULL;
    second = PySequence_GetItem(it->sequence, it->index + 1);
    if (second == NULL) {
        Py_DECREF(first);
        return NULL;
    }
    it->index++;
    result = PyTuple_Pack(2, first, second);
    Py_DECREF(first);
    Py_DECREF(second);
    return result;
}

static PyObject *pairs_length_hint(pairsobject *it, PyObject *unused)
{
    Py_ssize_t left = it->sequence == NULL ? 0 : PySequence_Size(it->sequence) - it->index - 1;

    return PyLong_FromSsize_t(left < 0 ? 0 : left);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *Pairs_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef pairs_methods[] = {
    {"__length_hint__", (PyCFunction)pairs_length_hint, METH_NOARGS, NULL},
    {"__reduce__", Pairs_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Pairs_slots[] = {
    {Py_tp_dealloc, pairs_dealloc},
    {Py_tp_getattro, PyObject_GenericGetAttr},
    {Py_tp_traverse, pairs_traverse},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, pairs_next},
    {Py_tp_methods, pairs_methods},
    {0, NULL},
};

static PyType_Spec Pairs_spec = {
    .name = "gc_iterator_type.pairs_iterator",
    .basicsize = sizeof(pairsobject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pairs_slots,
};

static PyMethodDef functions[] = {
    {"pairs", pairs, METH_O, "pairs(sequence) -> iterator over neighbours"},
    {NULL, NULL, 0, NULL}
};

static int gc_iterator_type_traverse(PyObject *module, visitproc visit, void *arg)
{
    gc_iterator_type_state *state = get_gc_iterator_type_state(module);
    Py_VISIT(state->PairsType);
    return 0;
}

static int gc_iterator_type_clear(PyObject *module)
{
    gc_iterator_type_state *state = get_gc_iterator_type_state(module);
    Py_CLEAR(state->PairsType);
    return 0;
}

static void gc_iterator_type_free(void *module)
{
    gc_iterator_type_clear((PyObject *)module);
}

static int gc_iterator_type_exec(PyObject *mod);

static PyModuleDef_Slot gc_iterator_type_slots[] = {
    {Py_mod_exec, gc_iterator_type_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "gc_iterator_type", "Neighbours.", sizeof(gc_iterator_type_state),
    functions, gc_iterator_type_slots, gc_iterator_type_traverse, gc_iterator_type_clear,
    gc_iterator_type_free
};

static int gc_iterator_type_exec(PyObject *mod)
{
    gc_iterator_type_state *state = get_gc_iterator_type_state(mod);
    state->PairsType = (PyTypeObject *)PyType_FromModuleAndSpec(mod, &Pairs_spec, NULL);
    if (state->PairsType == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->PairsType->tp_new = NULL;
#endif
    return 0;
}

PyMODINIT_FUNC PyInit_gc_iterator_type(void)
{
    return PyModuleDef_Init(&module);
}
