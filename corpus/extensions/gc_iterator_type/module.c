#include <Python.h>

/* pairs(sequence): iterate over neighbours. */

typedef struct {
    PyObject_HEAD
    Py_ssize_t index;
    PyObject *sequence;     /* NULL when exhausted */
} pairsobject;

static PyTypeObject PairsType;

static PyObject *pairs(PyObject *self, PyObject *sequence)
{
    pairsobject *it;

    if (!PySequence_Check(sequence)) {
        PyErr_Format(PyExc_TypeError, "a sequence is required, not '%s'", Py_TYPE(sequence)->tp_name);
        return NULL;
    }
    it = PyObject_GC_New(pairsobject, &PairsType);
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
    PyObject_GC_UnTrack(it);
    Py_XDECREF(it->sequence);
    PyObject_GC_Del(it);
}

static int pairs_traverse(pairsobject *it, visitproc visit, void *arg)
{
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

static PyMethodDef pairs_methods[] = {
    {"__length_hint__", (PyCFunction)pairs_length_hint, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject PairsType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "gc_iterator_type.pairs_iterator",          /* tp_name */
    sizeof(pairsobject),                        /* tp_basicsize */
    0,                                          /* tp_itemsize */
    (destructor)pairs_dealloc,                  /* tp_dealloc */
    0, 0, 0, 0,                                 /* tp_print ... tp_as_async */
    0, 0, 0, 0,                                 /* tp_repr ... tp_as_mapping */
    0, 0, 0,                                    /* tp_hash, tp_call, tp_str */
    PyObject_GenericGetAttr,                    /* tp_getattro */
    0,                                          /* tp_setattro */
    0,                                          /* tp_as_buffer */
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,    /* tp_flags */
    0,                                          /* tp_doc */
    (traverseproc)pairs_traverse,               /* tp_traverse */
    0,                                          /* tp_clear */
    0,                                          /* tp_richcompare */
    0,                                          /* tp_weaklistoffset */
    PyObject_SelfIter,                          /* tp_iter */
    (iternextfunc)pairs_next,                   /* tp_iternext */
    pairs_methods,                              /* tp_methods */
};

static PyMethodDef functions[] = {
    {"pairs", pairs, METH_O, "pairs(sequence) -> iterator over neighbours"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "gc_iterator_type", "Neighbours.", -1, functions
};

PyMODINIT_FUNC PyInit_gc_iterator_type(void)
{
    if (PyType_Ready(&PairsType) < 0)
        return NULL;
    return PyModule_Create(&module);
}
