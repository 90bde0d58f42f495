/* A loop has a macro for its rows, which calls what it is given. */
#include <Python.h>

typedef struct {
    PyObject *ReadError;
} functions_called_by_one_macro_state;

static inline functions_called_by_one_macro_state *
get_functions_called_by_one_macro_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (functions_called_by_one_macro_state *)state;
}

typedef struct {
    const char *at;
    const char *end;
    long total;
} Reader;

static int
read_nothing(functions_called_by_one_macro_state *state, Reader *self)
{
    return 0;
}

static int
read_digit(functions_called_by_one_macro_state *state, Reader *self)
{
    if (self->at == self->end) {
        PyErr_SetString(state->ReadError, "no digit");
        return -1;
    }
    self->total += *self->at++ - '0';
    return 0;
}

static int
skip(functions_called_by_one_macro_state *state, Reader *self, Py_ssize_t count)
{
    if (self->end - self->at < count) {
        PyErr_SetString(state->ReadError, "cut off");
        return -1;
    }
    self->at += count;
    return 0;
}

static int
back(functions_called_by_one_macro_state *state, Reader *self, Py_ssize_t count)
{
    self->total -= count;
    return 0;
}

static int
read_all(functions_called_by_one_macro_state *state, Reader *self)
{
#define ROW(code, reader) \
    case code: if (reader(state, self) < 0) return -1; break;

#define ROW_WITH(code, reader, argument) \
    case code: if (reader(state, self, (argument)) < 0) return -1; break;

    while (self->at < self->end) {
        switch (*self->at++) {
        ROW(' ', read_nothing)
        ROW('+', read_digit)
        ROW_WITH('1', skip, 1)
        ROW_WITH('2', skip, 2)
        ROW_WITH('-', back, 1)
        }
    }
    return 0;

#undef ROW
#undef ROW_WITH
}

static PyObject *
total(PyObject *module, PyObject *arg)
{
    functions_called_by_one_macro_state *state =
        get_functions_called_by_one_macro_state(module);
    Py_ssize_t size;
    Reader reader = {NULL, NULL, 0};

    reader.at = PyUnicode_AsUTF8AndSize(arg, &size);
    if (reader.at == NULL) {
        return NULL;
    }
    reader.end = reader.at + size;
    if (read_all(state, &reader) < 0) {
        return NULL;
    }
    return PyLong_FromLong(reader.total);
}

static PyMethodDef reader_methods[] = {
    {"total", total, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
functions_called_by_one_macro_traverse(PyObject *module, visitproc visit, void *arg)
{
    functions_called_by_one_macro_state *state =
        get_functions_called_by_one_macro_state(module);
    Py_VISIT(state->ReadError);
    return 0;
}

static int
functions_called_by_one_macro_clear(PyObject *module)
{
    functions_called_by_one_macro_state *state =
        get_functions_called_by_one_macro_state(module);
    Py_CLEAR(state->ReadError);
    return 0;
}

static void
functions_called_by_one_macro_free(void *module)
{
    functions_called_by_one_macro_clear((PyObject *)module);
}

static struct PyModuleDef reader_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "functions_called_by_one_macro",
    .m_size = sizeof(functions_called_by_one_macro_state),
    .m_methods = reader_methods,
    .m_traverse = functions_called_by_one_macro_traverse,
    .m_clear = functions_called_by_one_macro_clear,
    .m_free = functions_called_by_one_macro_free,
};

PyMODINIT_FUNC
PyInit_functions_called_by_one_macro(void)
{
    functions_called_by_one_macro_state *state;
    PyObject *module = PyModule_Create(&reader_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_functions_called_by_one_macro_state(module);
    state->ReadError = PyErr_NewException("functions_called_by_one_macro.ReadError",
                                          NULL, NULL);
    if (state->ReadError == NULL ||
        PyModule_AddObjectRef(module, "ReadError", state->ReadError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
