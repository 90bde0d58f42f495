#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A matcher that calls back: its callbacks have fixed parameters, and get the matcher first or last. */

typedef struct Matcher Matcher;
typedef PyObject *(*render_function)(Matcher *, Py_ssize_t);
typedef int (*visit_function)(PyObject *, Matcher *);

struct Matcher {
    PyObject_HEAD
    PyObject *words;            /* list */
    render_function render;     /* how one word is shown */
};

typedef struct {
    PyObject *MatchError;
    PyObject *empty_word;
    PyTypeObject *Matcher_Type;
    PyObject *default_limit;
} callbacks_given_an_instance_state;

static struct PyModuleDef matching;

static inline callbacks_given_an_instance_state *
get_callbacks_given_an_instance_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callbacks_given_an_instance_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline callbacks_given_an_instance_state *
get_callbacks_given_an_instance_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &matching);
    assert(module != NULL);
    return get_callbacks_given_an_instance_state(module);
}

typedef struct {
    PyObject_HEAD
    Py_ssize_t seen;
    PyObject *limit;
} Counter;

typedef void (*count_function)(Counter *);

static PyObject *
render_plain(Matcher *self, Py_ssize_t index)
{
    callbacks_given_an_instance_state *state =
        get_callbacks_given_an_instance_state_by_type(Py_TYPE(self));
    PyObject *word = PyList_GetItem(self->words, index);

    if (word == NULL) {
        PyErr_Format(state->MatchError, "no word %zd", index);
        return NULL;
    }
    if (PyUnicode_GetLength(word) == 0)
        word = state->empty_word;
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
        callbacks_given_an_instance_state *state =
            get_callbacks_given_an_instance_state_by_type(Py_TYPE(self));

        PyErr_Format(state->MatchError, "%R is too long for %zd words", word, PyList_GET_SIZE(self->words));
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

static int
Matcher_traverse(Matcher *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->words);
    return 0;
}

static void
Matcher_dealloc(Matcher *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->words);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
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

static PyType_Slot Matcher_slots[] = {
    {Py_tp_new, Matcher_new},
    {Py_tp_dealloc, Matcher_dealloc},
    {Py_tp_methods, Matcher_methods},
    {Py_tp_traverse, Matcher_traverse},
    {0, NULL},
};

static PyType_Spec Matcher_spec = {
    .name = "callbacks_given_an_instance.Matcher",
    .basicsize = sizeof(Matcher),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Matcher_slots,
};

static void
count_to_limit(Counter *self)
{
    if (self->seen > 2) {
        callbacks_given_an_instance_state *state =
            get_callbacks_given_an_instance_state_by_type(Py_TYPE(self));
        PyObject *limit = state->default_limit;

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

static int
Counter_traverse(Counter *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->limit);
    return 0;
}

static void
Counter_dealloc(Counter *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->limit);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef Counter_methods[] = {
    {"count", (PyCFunction)Counter_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Counter_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Counter_dealloc},
    {Py_tp_methods, Counter_methods},
    {Py_tp_traverse, Counter_traverse},
    {0, NULL},
};

static PyType_Spec Counter_spec = {
    .name = "callbacks_given_an_instance.Counter",
    .basicsize = sizeof(Counter),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_slots,
};

static int
callbacks_given_an_instance_traverse(PyObject *module, visitproc visit, void *arg)
{
    callbacks_given_an_instance_state *state =
        get_callbacks_given_an_instance_state(module);
    Py_VISIT(state->MatchError);
    Py_VISIT(state->empty_word);
    Py_VISIT(state->Matcher_Type);
    Py_VISIT(state->default_limit);
    return 0;
}

static int
callbacks_given_an_instance_clear(PyObject *module)
{
    callbacks_given_an_instance_state *state =
        get_callbacks_given_an_instance_state(module);
    Py_CLEAR(state->MatchError);
    Py_CLEAR(state->empty_word);
    Py_CLEAR(state->Matcher_Type);
    Py_CLEAR(state->default_limit);
    return 0;
}

static void
callbacks_given_an_instance_free(void *module)
{
    callbacks_given_an_instance_clear((PyObject *)module);
}

static int callbacks_given_an_instance_exec(PyObject *m);

static PyModuleDef_Slot callbacks_given_an_instance_slots[] = {
    {Py_mod_exec, callbacks_given_an_instance_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef matching = {
    PyModuleDef_HEAD_INIT, "callbacks_given_an_instance", "Matching.",
    sizeof(callbacks_given_an_instance_state), NULL,
    callbacks_given_an_instance_slots, callbacks_given_an_instance_traverse,
    callbacks_given_an_instance_clear, callbacks_given_an_instance_free
};

static int
callbacks_given_an_instance_exec(PyObject *m)
{
    callbacks_given_an_instance_state *state = get_callbacks_given_an_instance_state(m);

    state->Matcher_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Matcher_spec, NULL);
    if (state->Matcher_Type == NULL)
        return -1;
    PyTypeObject *Counter_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Counter_spec, NULL);
    if (Counter_Type == NULL)
        return -1;
    state->empty_word = PyUnicode_FromString("(nothing)");
    state->default_limit = PyUnicode_FromString("many");
    state->MatchError = PyErr_NewException("callbacks_given_an_instance.MatchError", NULL,
                                           NULL);
    if (state->empty_word == NULL || state->default_limit == NULL ||
        state->MatchError == NULL) {
        Py_DECREF(Counter_Type);
        return -1;
    }
    Py_INCREF(state->MatchError);
    if (PyModule_AddObject(m, "MatchError", state->MatchError) < 0) {
        Py_DECREF(state->MatchError);
        Py_DECREF(Counter_Type);
        return -1;
    }
    Py_INCREF(state->Matcher_Type);
    if (PyModule_AddObject(m, "Matcher", (PyObject *)state->Matcher_Type) < 0) {
        Py_DECREF(state->Matcher_Type);
        Py_DECREF(Counter_Type);
        return -1;
    }
    if (PyModule_AddObject(m, "Counter", (PyObject *)Counter_Type) < 0) {
        Py_DECREF(Counter_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callbacks_given_an_instance(void)
{
    return PyModuleDef_Init(&matching);
}
