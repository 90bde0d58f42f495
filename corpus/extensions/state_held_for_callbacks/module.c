#include <string.h>
#include <Python.h>

/* A module with a state of its own and static types: callbacks of a reader find the state in what they are given. */

typedef struct {
    PyObject *error;
    PyObject *number_name;
    PyObject *word_name;
} reading_state;

static inline reading_state *
get_reading_state(PyObject *module)
{
    return (reading_state *)PyModule_GetState(module);
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

static PyTypeObject Sink_Type;

#define Sink_Check(o) (Py_TYPE(o) == &Sink_Type)

reading_state *reading_state_imported(void);

static int
add(void *ctx, PyObject *kind, PyObject *value)
{
    PyObject *target = ((target_context *)ctx)->target;
    PyObject *event;

    if (Sink_Check(target)) {
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
    PyObject *target;

    if (!PyArg_ParseTuple(args, "O", &target))
        return -1;
    if (!Sink_Check(target) && !PyList_Check(target)) {
        PyErr_SetString(PyExc_TypeError, "a sink or a list is wanted");
        return -1;
    }
    if (self->reader != NULL) {
        PyErr_SetString(PyExc_RuntimeError, "it reads already");
        return -1;
    }
    self->ctx.target = Py_NewRef(target);
    if ((self->ctx.state = reading_state_imported()) == NULL)
        return -1;
    self->reader = reader_alloc(&callbacks, &self->ctx);
    if (self->reader == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void
Feed_dealloc(Feed *self)
{
    free(self->reader);
    Py_XDECREF(self->ctx.target);
    Py_TYPE(self)->tp_free((PyObject *)self);
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

static PyTypeObject Feed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "state_held_for_callbacks.Feed",
    .tp_basicsize = sizeof(Feed),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Feed_init,
    .tp_dealloc = (destructor)Feed_dealloc,
    .tp_methods = Feed_methods,
    .tp_new = PyType_GenericNew,
};

static int
Sink_init(Sink *self, PyObject *args, PyObject *kwargs)
{
    self->state = reading_state_imported();
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

static PyTypeObject Sink_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "state_held_for_callbacks.Sink",
    .tp_basicsize = sizeof(Sink),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Sink_init,
    .tp_getset = Sink_getset,
    .tp_new = PyType_GenericNew,
};

static int
reading_exec(PyObject *module)
{
    reading_state *state = get_reading_state(module);

    if (PyType_Ready(&Sink_Type) < 0 || PyType_Ready(&Feed_Type) < 0)
        return -1;
    Py_INCREF(&Sink_Type);
    if (PyModule_AddObject(module, "Sink", (PyObject *)&Sink_Type) < 0) {
        Py_DECREF(&Sink_Type);
        return -1;
    }
    Py_INCREF(&Feed_Type);
    if (PyModule_AddObject(module, "Feed", (PyObject *)&Feed_Type) < 0) {
        Py_DECREF(&Feed_Type);
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
    Py_VISIT(state->error);
    return 0;
}

static int
reading_clear(PyObject *module)
{
    reading_state *state = get_reading_state(module);
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

reading_state *
reading_state_imported(void)
{
    reading_state *state;
    PyObject *module = PyImport_ImportModule("state_held_for_callbacks");

    if (module == NULL)
        return NULL;
    state = get_reading_state(module);
    Py_DECREF(module);
    return state;
}

PyMODINIT_FUNC
PyInit_state_held_for_callbacks(void)
{
    return PyModuleDef_Init(&reading_module);
}
