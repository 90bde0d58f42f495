#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Lines that are read without the GIL, which each callback takes by a macro. */

#define GIL_LOCK(n) PyGILState_STATE gil_##n = PyGILState_Ensure()
#define GIL_UNLOCK(n) PyGILState_Release(gil_##n)
#define MOST 16

typedef struct {
    PyObject_HEAD
    PyObject *text;
} Line;

typedef struct {
    PyObject *word;
    int is_done;
} Parser;

typedef struct {
    int (*on_word)(Parser *, const char *);
    int (*on_end)(Parser *, const char *);
} Handlers;

typedef void (*reader)(const char *);

typedef struct {
    PyObject *mark;   /* what stands in front of each word */
    PyObject *found;  /* list: what the last call of read() has found */
    PyTypeObject *Line_Type;
} gil_taken_by_a_macro_state;

static inline gil_taken_by_a_macro_state *
get_gil_taken_by_a_macro_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (gil_taken_by_a_macro_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_gil_taken_by_a_macro(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "gil_taken_by_a_macro");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "gil_taken_by_a_macro", modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline gil_taken_by_a_macro_state *
find_gil_taken_by_a_macro_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "gil_taken_by_a_macro");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL
        : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if (module == NULL) {
        PyErr_SetString(PyExc_RuntimeError,
                        "gil_taken_by_a_macro is not imported any more");
        return NULL;
    }
    return get_gil_taken_by_a_macro_state(module);
}

/* Calls its handlers as a library would, and ends with the first that isn't 0. */
static int
parse(Parser *parser, const Handlers *handlers, const char *text)
{
    int failed = handlers->on_word(parser, text);

    return failed ? failed : handlers->on_end(parser, text);
}

static PyObject *
marked(gil_taken_by_a_macro_state *state, const char *text)
{
    return *text ? PyUnicode_FromFormat("%U%s", state->mark, text) : NULL;
}

static int
on_word(Parser *parser, const char *text)
{
    gil_taken_by_a_macro_state *state = find_gil_taken_by_a_macro_state();
    PyObject *word;

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return 1;
    }
    if (!(word = marked(state, text)))
        return 1;
    parser->word = word;
    return 0;
}

static int
on_end(Parser *parser, const char *text)
{
    gil_taken_by_a_macro_state *state = find_gil_taken_by_a_macro_state();
    PyObject *word = parser->word;

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return 1;
    }
    if (text[0] == '#') {
        parser->is_done = 1;
        return 0;
    }
    parser->word = PyUnicode_Concat(word, state->mark);
    Py_DECREF(word);
    parser->is_done = 1;
    return parser->word == NULL;
}

static Handlers handlers = {on_word, on_end};

static void
on_line(const char *text)
{
    gil_taken_by_a_macro_state *state;
    static char buffer[MOST];
    Parser parser = {NULL, 0};
    Line *line;

    strncpy(buffer, text, MOST - 1);
    GIL_LOCK(0);
    state = find_gil_taken_by_a_macro_state();
    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        GIL_UNLOCK(0);
        return;
    }

    if (parse(&parser, &handlers, buffer) == 0) {
        line = (Line *)state->Line_Type->tp_alloc(state->Line_Type, 0);
        if (line == NULL) {
            Py_XDECREF(parser.word);
        }
        else {
            line->text = parser.word;
            PyList_Append(state->found, (PyObject *)line);
            Py_DECREF(line);
        }
    }
    PyErr_Clear();

    GIL_UNLOCK(0);
}

static void
each_line(const char *const *lines, reader read)
{
    for (; *lines != NULL; lines++)
        read(*lines);
}

static const reader readers[] = {on_line};

static PyObject *
Line_get_text(Line *line, void *closure)
{
    Py_INCREF(line->text);
    return line->text;
}

static int
Line_traverse(Line *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->text);
    return 0;
}

static void
Line_dealloc(Line *line)
{
    PyTypeObject *tp = Py_TYPE(line);

    PyObject_GC_UnTrack(line);
    Py_XDECREF(line->text);
    tp->tp_free(line);
    Py_DECREF(tp);
}

static PyGetSetDef Line_getset[] = {
    {"text", (getter)Line_get_text, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Line_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Line_methods[] = {
    {"__reduce__", Line_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Line_slots[] = {
    {Py_tp_dealloc, Line_dealloc},
    {Py_tp_getset, Line_getset},
    {Py_tp_traverse, Line_traverse},
    {Py_tp_methods, Line_methods},
    {0, NULL},
};

static PyType_Spec Line_spec = {
    .name = "gil_taken_by_a_macro.Line",
    .basicsize = sizeof(Line),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Line_slots,
};

static PyObject *
read_lines(PyObject *module, PyObject *first)
{
    gil_taken_by_a_macro_state *state = find_gil_taken_by_a_macro_state();
    static const char *const lines[] = {"one", "", "#two", "three", NULL};
    PyObject *result;

    if (state == NULL)
        return NULL;
    if (PyObject_TypeCheck(first, state->Line_Type)) {
        PyErr_SetString(PyExc_TypeError, "a line is no start");
        return NULL;
    }
    Py_XSETREF(state->found, PyList_New(0));
    if (state->found == NULL || PyList_Append(state->found, first) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    each_line(lines, readers[0]);
    Py_END_ALLOW_THREADS
    result = state->found;
    state->found = NULL;
    return result;
}

static PyMethodDef functions[] = {
    {"read", read_lines, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
gil_taken_by_a_macro_traverse(PyObject *module, visitproc visit, void *arg)
{
    gil_taken_by_a_macro_state *state = get_gil_taken_by_a_macro_state(module);
    Py_VISIT(state->mark);
    Py_VISIT(state->found);
    Py_VISIT(state->Line_Type);
    return 0;
}

static int
gil_taken_by_a_macro_clear(PyObject *module)
{
    gil_taken_by_a_macro_state *state = get_gil_taken_by_a_macro_state(module);
    Py_CLEAR(state->mark);
    Py_CLEAR(state->found);
    Py_CLEAR(state->Line_Type);
    return 0;
}

static void
gil_taken_by_a_macro_free(void *module)
{
    gil_taken_by_a_macro_clear((PyObject *)module);
}

static int gil_taken_by_a_macro_exec(PyObject *m);

static PyModuleDef_Slot gil_taken_by_a_macro_slots[] = {
    {Py_mod_exec, gil_taken_by_a_macro_exec},
    {Py_mod_exec, keep_gil_taken_by_a_macro},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef reading = {
    PyModuleDef_HEAD_INIT, "gil_taken_by_a_macro", "Lines.",
    sizeof(gil_taken_by_a_macro_state), functions,
    gil_taken_by_a_macro_slots, gil_taken_by_a_macro_traverse,
    gil_taken_by_a_macro_clear, gil_taken_by_a_macro_free
};

static int
gil_taken_by_a_macro_exec(PyObject *m)
{
    gil_taken_by_a_macro_state *state = get_gil_taken_by_a_macro_state(m);

    state->Line_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Line_spec, NULL);
    if (state->Line_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Line_Type->tp_new = NULL;
#endif
    state->mark = PyUnicode_FromString("'");
    if (state->mark == NULL) {
        return -1;
    }
    Py_INCREF(state->Line_Type);
    if (PyModule_AddObject(m, "Line", (PyObject *)state->Line_Type) < 0) {
        Py_DECREF(state->Line_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_gil_taken_by_a_macro(void)
{
    return PyModuleDef_Init(&reading);
}
