#include <Python.h>

/* A matcher that calls back: its callbacks have fixed parameters, and get the matcher first or last. */

typedef struct Matcher Matcher;
typedef PyObject *(*render_function)(Matcher *, Py_ssize_t);
typedef int (*visit_function)(PyObject *, Matcher *);

struct Matcher {
    PyObject_HEAD
    PyObject *words;            /* list */
    render_function render;     /* how one word is shown */
};

static PyObject *MatchError;
static PyObject *empty_word;
static PyTypeObject Matcher_Type;
static PyTypeObject Counter_Type;

typedef struct {
    PyObject_HEAD
    Py_ssize_t seen;
    PyObject *limit;
} Counter;

typedef void (*count_function)(Counter *);

static PyObject *
render_plain(Matcher *self, Py_ssize_t index)
{
    PyObject *word = PyList_GetItem(self->words, index);

    if (word == NULL) {
        PyErr_Format(MatchError, "no word %zd", index);
        return NULL;
    }
    if (PyUnicode_GetLength(word) == 0)
        word = empty_word;
    Py_INCREF(word);
    return word;
}

static PyObject *
render_length(Matcher *self, Py_ssize_t index)
{
    PyObject *word = render_plain(self, index), *result;

    if (word == NULL)
        return NULL;
    result = PyLong_FromSsize_t(PyUnicode_GetLength(word));
    Py_DECREF(word);
    return result;
}

static int
each_word(Matcher *self, visit_function visit)
{
    Py_ssize_t i;

    for (i = 0; i < PyList_GET_SIZE(self->words); i++) {
        if (visit(PyList_GET_ITEM(self->words, i), self) < 0)
            return -1;
    }
    return 0;
}

static int
refuse_long_words(PyObject *word, Matcher *self)
{
    if (PyUnicode_GetLength(word) > 5) {
        PyErr_Format(MatchError, "%R is too long for %zd words", word, PyList_GET_SIZE(self->words));
        return -1;
    }
    return 0;
}

static PyObject *
Matcher_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *words;
    int lengths = 0;
    Matcher *self;

    if (!PyArg_ParseTuple(args, "O!|p:Matcher", &PyList_Type, &words, &lengths))
        return NULL;
    self = (Matcher *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->render = lengths ? render_length : render_plain;
    Py_INCREF(words);
    self->words = words;
    if (each_word(self, refuse_long_words) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Matcher_dealloc(Matcher *self)
{
    Py_XDECREF(self->words);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Matcher_show(Matcher *self, PyObject *index)
{
    Py_ssize_t at = PyLong_AsSsize_t(index);

    if (at == -1 && PyErr_Occurred())
        return NULL;
    return self->render(self, at);
}

static PyMethodDef Matcher_methods[] = {
    {"show", (PyCFunction)Matcher_show, METH_O, "Show one word."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Matcher_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callbacks_given_an_instance.Matcher",
    .tp_basicsize = sizeof(Matcher),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = Matcher_new,
    .tp_dealloc = (destructor)Matcher_dealloc,
    .tp_methods = Matcher_methods,
};

static PyObject *default_limit;

static void
count_to_limit(Counter *self)
{
    if (self->seen > 2) {
        PyObject *limit = default_limit;

        Py_INCREF(limit);
        Py_XSETREF(self->limit, limit);
    }
}

static void
count_up(Counter *self, count_function after)
{
    self->seen++;
    after(self);
}

static PyObject *
Counter_count(Counter *self, PyObject *unused)
{
    count_up(self, count_to_limit);
    if (self->limit == NULL)
        return PyLong_FromSsize_t(self->seen);
    Py_INCREF(self->limit);
    return self->limit;
}

static void
Counter_dealloc(Counter *self)
{
    Py_XDECREF(self->limit);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef Counter_methods[] = {
    {"count", (PyCFunction)Counter_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "callbacks_given_an_instance.Counter",
    .tp_basicsize = sizeof(Counter),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Counter_dealloc,
    .tp_methods = Counter_methods,
};

static struct PyModuleDef matching = {
    PyModuleDef_HEAD_INIT, "callbacks_given_an_instance", "Matching.", -1, NULL
};

PyMODINIT_FUNC
PyInit_callbacks_given_an_instance(void)
{
    PyObject *m;

    if (PyType_Ready(&Matcher_Type) < 0 || PyType_Ready(&Counter_Type) < 0)
        return NULL;
    m = PyModule_Create(&matching);
    if (m == NULL)
        return NULL;
    empty_word = PyUnicode_FromString("(nothing)");
    default_limit = PyUnicode_FromString("many");
    MatchError = PyErr_NewException("callbacks_given_an_instance.MatchError", NULL, NULL);
    if (empty_word == NULL || default_limit == NULL || MatchError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(MatchError);
    if (PyModule_AddObject(m, "MatchError", MatchError) < 0) {
        Py_DECREF(MatchError);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Matcher_Type);
    if (PyModule_AddObject(m, "Matcher", (PyObject *)&Matcher_Type) < 0) {
        Py_DECREF(&Matcher_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(m, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
