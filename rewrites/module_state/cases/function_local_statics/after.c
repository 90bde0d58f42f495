#include <Python.h>

// Log lines. Several things are kept from one call to the next, inside the functions that need them.

typedef struct {
    PyObject *separator;
    unsigned int counter;
    PyObject *str_isoformat;
    PyObject *cache[4];
} function_local_statics_state;

static inline function_local_statics_state *get_function_local_statics_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (function_local_statics_state *)state;
}

static PyObject *Log_separator(function_local_statics_state *state) {
    if (state->separator == NULL) {
        state->separator = PyUnicode_InternFromString(" | ");
    }
    return state->separator;  // borrowed
}

static PyObject *number_line(PyObject *self, PyObject *text) {
    function_local_statics_state *state = get_function_local_statics_state(self);
    static const char *const format = "%u%U%S";
    PyObject *separator = Log_separator(state);

    if (separator == NULL) {
        return NULL;
    }
    state->counter++;
    return PyUnicode_FromFormat(format, state->counter, separator, text);
}

static PyObject *render(PyObject *self, PyObject *object) {
    function_local_statics_state *state = get_function_local_statics_state(self);
    PyObject *method, *result;

    if (state->str_isoformat == NULL &&
        (state->str_isoformat = PyUnicode_InternFromString("isoformat")) == NULL) {
        return NULL;
    }
    method = PyObject_GetAttr(object, state->str_isoformat);
    if (method == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
            return NULL;
        }
        PyErr_Clear();
        return PyObject_Str(object);
    }
    result = PyObject_CallNoArgs(method);
    Py_DECREF(method);
    return result;
}

static PyObject *level_name(PyObject *self, PyObject *args) {
    function_local_statics_state *state = get_function_local_statics_state(self);
    static const char names[][8] = {"debug", "info", "warning", "error"};
    int level;

    if (!PyArg_ParseTuple(args, "i", &level)) {
        return NULL;
    }
    if (level < 0 || level > 3) {
        return PyErr_Format(PyExc_ValueError, "no level %d", level);
    }
    if (state->cache[level] == NULL &&
        (state->cache[level] = PyUnicode_FromString(names[level])) == NULL) {
        return NULL;
    }
    Py_INCREF(state->cache[level]);
    return state->cache[level];
}

static PyObject *join(PyObject *self, PyObject *args, PyObject *kwargs) {
    function_local_statics_state *state = get_function_local_statics_state(self);
    static char *keywords[] = {"lines", "end", NULL};
    PyObject *lines, *end = NULL, *joined;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|U:join", keywords, &lines, &end)) {
        return NULL;
    }
    joined = Log_separator(state) == NULL ? NULL : PyUnicode_Join(Log_separator(state), lines);
    if (joined != NULL && end != NULL) {
        PyUnicode_Append(&joined, end);
    }
    return joined;
}

static PyMethodDef functions[] = {
    {"number_line", number_line, METH_O, NULL},
    {"render", render, METH_O, NULL},
    {"level_name", level_name, METH_VARARGS, NULL},
    {"join", (PyCFunction)(void (*)(void))join, METH_VARARGS | METH_KEYWORDS, "join(lines, end='')"},
    {NULL, NULL, 0, NULL},
};

static int function_local_statics_traverse(PyObject *module, visitproc visit, void *arg) {
    function_local_statics_state *state = get_function_local_statics_state(module);
    size_t i;
    Py_VISIT(state->separator);
    Py_VISIT(state->str_isoformat);
    for (i = 0; i < sizeof(state->cache) / sizeof(state->cache[0]); i++) {
        Py_VISIT(state->cache[i]);
    }
    return 0;
}

static int function_local_statics_clear(PyObject *module) {
    function_local_statics_state *state = get_function_local_statics_state(module);
    size_t i;
    Py_CLEAR(state->separator);
    Py_CLEAR(state->str_isoformat);
    for (i = 0; i < sizeof(state->cache) / sizeof(state->cache[0]); i++) {
        Py_CLEAR(state->cache[i]);
    }
    return 0;
}

static void function_local_statics_free(void *module) {
    function_local_statics_clear((PyObject *)module);
}

static PyModuleDef log_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "function_local_statics",
    .m_doc = "Log lines.",
    .m_size = sizeof(function_local_statics_state),
    .m_methods = functions,
    .m_traverse = function_local_statics_traverse,
    .m_clear = function_local_statics_clear,
    .m_free = function_local_statics_free,
};

PyMODINIT_FUNC PyInit_function_local_statics(void) {
    return PyModule_Create(&log_module);
}
