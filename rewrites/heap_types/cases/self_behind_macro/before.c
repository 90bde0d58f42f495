#include <Python.h>

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

static void
words_dealloc(PyObject *self)
{
    Py_DECREF(words->source);
    Py_XDECREF(words->text);
    PyObject_Del(words);
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

static PyTypeObject WordsType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "texts.Words",
    .tp_basicsize = sizeof(WordsObject),
    .tp_dealloc = words_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = words_next,
    .tp_new = words_new,
};

static struct PyModuleDef texts = {
    PyModuleDef_HEAD_INIT, "texts", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_texts(void)
{
    PyObject *m;

    if (PyType_Ready(&WordsType) < 0)
        return NULL;
    m = PyModule_Create(&texts);
    if (m == NULL)
        return NULL;
    Py_INCREF(&WordsType);
    if (PyModule_AddObject(m, "Words", (PyObject *)&WordsType) < 0) {
        Py_DECREF(&WordsType);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
