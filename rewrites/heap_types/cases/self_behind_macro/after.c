#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* The fields of an instance are reached through a macro, which casts it. */
typedef struct {
    PyObject_HEAD
    PyObject *source;
    PyObject *text;
} WordsObject;

#define words ((WordsObject *)self)

static PyObject *
words_next(PyObject *self)
{
    return PyObject_CallMethod(words->source, "pop", NULL);
}

static int
words_traverse(WordsObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->source);
    Py_VISIT(self->text);
    return 0;
}

static void
words_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_DECREF(words->source);
    Py_XDECREF(words->text);
    tp->tp_free(words);
    Py_DECREF(tp);
}

static PyObject *
words_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *source, *self;

    if (!PyArg_ParseTuple(args, "O:Words", &source)) {
        return NULL;
    }
    self = type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(source);
        words->source = source;
    }
    return self;
}

#undef words

static PyTypeObject *WordsType;

static PyType_Slot Words_slots[] = {
    {Py_tp_dealloc, words_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, words_next},
    {Py_tp_new, words_new},
    {Py_tp_traverse, words_traverse},
    {0, NULL},
};

static PyType_Spec Words_spec = {
    .name = "texts.Words",
    .basicsize = sizeof(WordsObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Words_slots,
};

static struct PyModuleDef texts = {
    PyModuleDef_HEAD_INIT, "texts", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_texts(void)
{
    PyObject *m;

    m = PyModule_Create(&texts);
    if (m == NULL)
        return NULL;

    WordsType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Words_spec, NULL);
    if (WordsType == NULL)
        return NULL;
    Py_INCREF(WordsType);
    if (PyModule_AddObject(m, "Words", (PyObject *)WordsType) < 0) {
        Py_DECREF(WordsType);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
