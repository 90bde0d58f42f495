#include <Python.h>

typedef void (*visitor)(int item, void *user_data);
typedef struct { int number; void *user_data; } event;
typedef void (*listener)(event *);

/* Part of a library: they call without the GIL. */
void library_visit(int count, visitor visit, void *user_data);
void library_listen(event *e, listener listen);

typedef struct {
    PyObject_HEAD
    PyObject *seen;
    event event;
} Parser;

typedef struct {
    PyObject *ParserError;
} parser_state;

static inline parser_state *
get_parser_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (parser_state *)state;
}

static inline parser_state *
get_parser_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (parser_state *)state;
}

static void
on_item(int item, void *user_data)
{
    PyGILState_STATE gstate = PyGILState_Ensure();
    Parser *self = (Parser *)user_data;
    PyObject *number = PyLong_FromLong(item);

    if (number == NULL || PyList_Append(self->seen, number) < 0) {
        parser_state *state = get_parser_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ParserError, "can't keep an item");
    }
    Py_XDECREF(number);
    PyGILState_Release(gstate);
}

static void
on_event(event *e)
{
    parser_state *state;
    PyGILState_STATE gstate;
    Parser *self;

    self = (Parser *)e->user_data;
    if (self->seen == NULL)
        return;
    gstate = PyGILState_Ensure();
    state = get_parser_state_by_type(Py_TYPE(self));
    Py_INCREF(self);
    if (PyList_Append(self->seen, state->ParserError) < 0) {
        PyErr_Clear();
    }
    Py_DECREF(self);
    PyGILState_Release(gstate);
}

static PyObject *
Parser_run(Parser *self, PyObject *Py_UNUSED(ignored))
{
    Py_BEGIN_ALLOW_THREADS
    library_visit(3, on_item, self);
    Py_END_ALLOW_THREADS
    self->event.user_data = self;
    library_listen(&self->event, on_event);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
Parser_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Parser *self = (Parser *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->seen = PyList_New(0);
    if (self->seen == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
Parser_traverse(Parser *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->seen);
    return 0;
}

static int
Parser_clear(Parser *self)
{
    Py_CLEAR(self->seen);
    return 0;
}

static void
Parser_dealloc(Parser *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Parser_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef parser_methods[] = {
    {"run", (PyCFunction)Parser_run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Parser_slots[] = {
    {Py_tp_dealloc, Parser_dealloc},
    {Py_tp_traverse, Parser_traverse},
    {Py_tp_clear, Parser_clear},
    {Py_tp_methods, parser_methods},
    {Py_tp_new, Parser_new},
    {0, NULL},
};

static PyType_Spec Parser_spec = {
    .name = "parser.Parser",
    .basicsize = sizeof(Parser),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = Parser_slots,
};

static int parser_exec(PyObject *module);

static PyModuleDef_Slot parser_slots[] = {
    {Py_mod_exec, parser_exec},
    {0, NULL}
};

static int
parsermodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    parser_state *state = get_parser_state(module);
    Py_VISIT(state->ParserError);
    return 0;
}

static int
parsermodule_clear(PyObject *module)
{
    parser_state *state = get_parser_state(module);
    Py_CLEAR(state->ParserError);
    return 0;
}

static void
parsermodule_free(void *module)
{
    parsermodule_clear((PyObject *)module);
}

static struct PyModuleDef parser_module = {
    PyModuleDef_HEAD_INIT, "parser", NULL, sizeof(parser_state), NULL,
    parser_slots, parsermodule_traverse, parsermodule_clear, parsermodule_free
};

static int
parser_exec(PyObject *module)
{
    parser_state *state = get_parser_state(module);
    PyObject *type = PyType_FromModuleAndSpec(module, &Parser_spec, NULL);

    if (type == NULL)
        return -1;
    if (PyModule_AddObject(module, "Parser", type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    state->ParserError = PyErr_NewException("parser.ParserError", NULL, NULL);
    if (state->ParserError == NULL)
        return -1;
    Py_INCREF(state->ParserError);
    if (PyModule_AddObject(module, "ParserError", state->ParserError) < 0) {
        Py_DECREF(state->ParserError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_parser(void)
{
    return PyModuleDef_Init(&parser_module);
}
