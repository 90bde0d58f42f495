#include <string.h>
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A module with a state of its own and static types: callbacks of a reader find the state in what they are given. */

typedef struct {
    PyObject *error;
    PyObject *number_name;
    PyObject *word_name;
    PyTypeObject *Sink_Type;
} reading_state;

static inline reading_state *
get_reading_state(PyObject *module)
{
    return (reading_state *)PyModule_GetState(module);
}

static inline reading_state *
get_reading_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (reading_state *)state;
}

typedef struct {
    PyObject_HEAD
    reading_state *state;
    long numbers;
    long others;
} Sink;

typedef struct {
    PyObject *target;
    reading_state *state;
} target_context;

typedef struct reader reader;

typedef struct {
    PyObject_HEAD
    reader *reader;
    target_context ctx;
} Feed;

typedef struct {
    int (*number)(void *ctx, const char *text, size_t length);
    int (*word)(void *ctx, const char *text, size_t length);
    int (*end)(void *ctx);
} reader_callbacks;

struct reader {
    const reader_callbacks *callbacks;
    void *ctx;
};

/* The reader knows nothing of Python. */

static reader *
reader_alloc(const reader_callbacks *callbacks, void *ctx)
{
    reader *made = malloc(sizeof(reader));
    if (made != NULL) {
        made->callbacks = callbacks;
        made->ctx = ctx;
    }
    return made;
}

static int
reader_feed(reader *self, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, " ");
        int is_number = *text >= '0' && *text <= '9';
        int (*found)(void *, const char *, size_t) = is_number ? self->callbacks->number : self->callbacks->word;
        if (length && !found(self->ctx, text, length))
            return 0;
        text += length + (text[length] == ' ');
    }
    return self->callbacks->end(self->ctx);
}

#define Sink_Check(state, o) (Py_TYPE(o) == (state)->Sink_Type)

static int
add(void *ctx, PyObject *kind, PyObject *value)
{
    reading_state *state = ((target_context *)ctx)->state;
    PyObject *target = ((target_context *)ctx)->target;
    PyObject *event;

    if (Sink_Check(state, target)) {
        Sink *sink = (Sink *)target;
        if (kind == sink->state->number_name)
            sink->numbers++;
        else
            sink->others++;
        Py_DECREF(value);
        return 1;
    }
    event = PyTuple_Pack(2, kind, value);
    Py_DECREF(value);
    if (event == NULL)
        return 0;
    if (PyList_Append(target, event) < 0) {
        Py_DECREF(event);
        return 0;
    }
    Py_DECREF(event);
    return 1;
}

static int
on_number(void *ctx, const char *text, size_t length)
{
    PyObject *value = PyLong_FromLong(strtol(text, NULL, 10));
    return value != NULL && add(ctx, ((target_context *)ctx)->state->number_name, value);
}

static int
on_word(void *ctx, const char *text, size_t length)
{
    PyObject *value = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
    return value != NULL && add(ctx, ((target_context *)ctx)->state->word_name, value);
}

static int
on_end(void *ctx)
{
    return add(ctx, Py_None, Py_NewRef(Py_None));
}

static const reader_callbacks callbacks = {on_number, on_word, on_end};

static int
Feed_init(Feed *self, PyObject *args, PyObject *kwargs)
{
    reading_state *state = get_reading_state_by_type(Py_TYPE(self));
    PyObject *target;

    if (!PyArg_ParseTuple(args, "O", &target))
        return -1;
    if (!Sink_Check(state, target) && !PyList_Check(target)) {
        PyErr_SetString(PyExc_TypeError, "a sink or a list is wanted");
        return -1;
    }
    if (self->reader != NULL) {
        PyErr_SetString(PyExc_RuntimeError, "it reads already");
        return -1;
    }
    self->ctx.target = Py_NewRef(target);
    self->ctx.state = state;
    self->reader = reader_alloc(&callbacks, &self->ctx);
    if (self->reader == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static int
Feed_traverse(Feed *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Feed_dealloc(Feed *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    free(self->reader);
    Py_XDECREF(self->ctx.target);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Feed_send(Feed *self, PyObject *arg)
{
    const char *text = PyUnicode_AsUTF8(arg);

    if (text == NULL)
        return NULL;
    if (self->reader == NULL || !reader_feed(self->reader, text)) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "nothing to read with");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef Feed_methods[] = {
    {"send", (PyCFunction)Feed_send, METH_O, NULL},
    {NULL}
};

static PyType_Slot Feed_slots[] = {
    {Py_tp_init, Feed_init},
    {Py_tp_dealloc, Feed_dealloc},
    {Py_tp_methods, Feed_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Feed_traverse},
    {0, NULL},
};

static PyType_Spec Feed_spec = {
    .name = "state_held_for_callbacks.Feed",
    .basicsize = sizeof(Feed),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Feed_slots,
};

static int
Sink_init(Sink *self, PyObject *args, PyObject *kwargs)
{
    reading_state *state = get_reading_state_by_type(Py_TYPE(self));

    self->state = state;
    return self->state != NULL ? 0 : -1;
}

static PyObject *
Sink_counts(Sink *self, void *closure)
{
    return Py_BuildValue("(ll)", self->numbers, self->others);
}

static PyGetSetDef Sink_getset[] = {
    {"counts", (getter)Sink_counts, NULL, NULL, NULL},
    {NULL}
};

static PyType_Slot Sink_slots[] = {
    {Py_tp_init, Sink_init},
    {Py_tp_getset, Sink_getset},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Sink_spec = {
    .name = "state_held_for_callbacks.Sink",
    .basicsize = sizeof(Sink),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Sink_slots,
};

static int
reading_exec(PyObject *module)
{
    reading_state *state = get_reading_state(module);
    PyTypeObject *Feed_Type;

    state->Sink_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Sink_spec, NULL);
    if (state->Sink_Type == NULL)
        return -1;
    Feed_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Feed_spec, NULL);
    if (Feed_Type == NULL)
        return -1;
    Py_INCREF(state->Sink_Type);
    if (PyModule_AddObject(module, "Sink", (PyObject *)state->Sink_Type) < 0) {
        Py_DECREF(state->Sink_Type);
        Py_DECREF(Feed_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Feed", (PyObject *)Feed_Type) < 0) {
        Py_DECREF(Feed_Type);
        return -1;
    }
    state->number_name = PyUnicode_FromString("number");
    state->word_name = PyUnicode_FromString("word");
    return state->number_name != NULL && state->word_name != NULL ? 0 : -1;
}

static int
reading_traverse(PyObject *module, visitproc visit, void *arg)
{
    reading_state *state = get_reading_state(module);
    Py_VISIT(state->Sink_Type);
    Py_VISIT(state->error);
    return 0;
}

static int
reading_clear(PyObject *module)
{
    reading_state *state = get_reading_state(module);
    Py_CLEAR(state->Sink_Type);
    Py_CLEAR(state->error);
    Py_CLEAR(state->number_name);
    Py_CLEAR(state->word_name);
    return 0;
}

static void
reading_free(void *module)
{
    reading_clear((PyObject *)module);
}

static PyModuleDef_Slot reading_slots[] = {
    {Py_mod_exec, reading_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef reading_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "state_held_for_callbacks",
    .m_size = sizeof(reading_state),
    .m_slots = reading_slots,
    .m_traverse = reading_traverse,
    .m_clear = reading_clear,
    .m_free = reading_free,
};

PyMODINIT_FUNC
PyInit_state_held_for_callbacks(void)
{
    return PyModuleDef_Init(&reading_module);
}
