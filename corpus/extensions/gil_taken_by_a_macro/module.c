#include <Python.h>

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

static PyObject *mark;      /* what stands in front of each word */
static PyObject *found;     /* list: what the last call of read() has found */
static PyTypeObject Line_Type;

/* Calls its handlers as a library would, and ends with the first that isn't 0. */
static int
parse(Parser *parser, const Handlers *handlers, const char *text)
{
    int failed = handlers->on_word(parser, text);

    return failed ? failed : handlers->on_end(parser, text);
}

static PyObject *
marked(const char *text)
{
    return *text ? PyUnicode_FromFormat("%U%s", mark, text) : NULL;
}

static int
on_word(Parser *parser, const char *text)
{
    PyObject *word;

    if (!(word = marked(text)))
        return 1;
    parser->word = word;
    return 0;
}

static int
on_end(Parser *parser, const char *text)
{
    PyObject *word = parser->word;

    if (text[0] == '#') {
        parser->is_done = 1;
        return 0;
    }
    parser->word = PyUnicode_Concat(word, mark);
    Py_DECREF(word);
    parser->is_done = 1;
    return parser->word == NULL;
}

static Handlers handlers = {on_word, on_end};

static void
on_line(const char *text)
{
    static char buffer[MOST];
    Parser parser = {NULL, 0};
    Line *line;

    strncpy(buffer, text, MOST - 1);
    GIL_LOCK(0);

    if (parse(&parser, &handlers, buffer) == 0) {
        line = PyObject_New(Line, &Line_Type);
        if (line == NULL) {
            Py_XDECREF(parser.word);
        }
        else {
            line->text = parser.word;
            PyList_Append(found, (PyObject *)line);
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

static void
Line_dealloc(Line *line)
{
    Py_XDECREF(line->text);
    PyObject_Free(line);
}

static PyGetSetDef Line_getset[] = {
    {"text", (getter)Line_get_text, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Line_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "gil_taken_by_a_macro.Line",
    .tp_basicsize = sizeof(Line),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)Line_dealloc,
    .tp_getset = Line_getset,
};

static PyObject *
read_lines(PyObject *module, PyObject *first)
{
    static const char *const lines[] = {"one", "", "#two", "three", NULL};
    PyObject *result;

    if (PyObject_TypeCheck(first, &Line_Type)) {
        PyErr_SetString(PyExc_TypeError, "a line is no start");
        return NULL;
    }
    Py_XSETREF(found, PyList_New(0));
    if (found == NULL || PyList_Append(found, first) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    each_line(lines, readers[0]);
    Py_END_ALLOW_THREADS
    result = found;
    found = NULL;
    return result;
}

static PyMethodDef functions[] = {
    {"read", read_lines, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef reading = {
    PyModuleDef_HEAD_INIT, "gil_taken_by_a_macro", "Lines.", -1, functions
};

PyMODINIT_FUNC
PyInit_gil_taken_by_a_macro(void)
{
    PyObject *m;

    if (PyType_Ready(&Line_Type) < 0)
        return NULL;
    m = PyModule_Create(&reading);
    if (m == NULL)
        return NULL;
    mark = PyUnicode_FromString("'");
    if (mark == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Line_Type);
    if (PyModule_AddObject(m, "Line", (PyObject *)&Line_Type) < 0) {
        Py_DECREF(&Line_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
