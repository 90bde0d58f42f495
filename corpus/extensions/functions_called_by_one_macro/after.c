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
skip(functions_called_by_one_macro_state *state, Reader *self,
     Py_ssize_t count)
{
    if (self->end - self->at < count) {
        PyErr_SetString(state->ReadError, "cut off");
        return -1;
    }
    self->at += count;
    return 0;
}

static int
back(functions_called_by_one_macro_state *state, Reader *self,
     Py_ssize_t count)
{
    self->total -= count;
    return 0;
}

static int
check_sign(functions_called_by_one_macro_state *state, Reader *self)
{
    return self->total >= 0;
}

static int
check_size(functions_called_by_one_macro_state *state, Reader *self)
{
    if (self->total > 1000) {
        PyErr_SetString(state->ReadError, "too large");
        return -1;
    }
    return 1;
}

#define CHECKED(state, reader, what) check_##what(state, reader)

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
    return CHECKED(state, self, sign) &&
           CHECKED(state, self, size) > 0 ? 0 : -1;

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
        return PyErr_Occurred() ? NULL : PyLong_FromLong(-1);
    }
    return PyLong_FromLong(reader.total);
}

static PyMethodDef reader_methods[] = {
    {"total", total, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
functions_called_by_one_macro_traverse(PyObject *module, visitproc visit,
                                       void *arg)
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

static int functions_called_by_one_macro_exec(PyObject *module);

static PyModuleDef_Slot functions_called_by_one_macro_slots[] = {
    {Py_mod_exec, functions_called_by_one_macro_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef reader_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "functions_called_by_one_macro",
    .m_size = sizeof(functions_called_by_one_macro_state),
    .m_methods = reader_methods,
    .m_traverse = functions_called_by_one_macro_traverse,
    .m_clear = functions_called_by_one_macro_clear,
    .m_free = functions_called_by_one_macro_free,
    .m_slots = functions_called_by_one_macro_slots,
};

static int
functions_called_by_one_macro_exec(PyObject *module)
{
    functions_called_by_one_macro_state *state =
        get_functions_called_by_one_macro_state(module);

    state->ReadError = PyErr_NewException("functions_called_by_one_macro.ReadError", NULL, NULL);
    if (state->ReadError == NULL) {
        return -1;
    }
    Py_INCREF(state->ReadError);
    if (PyModule_AddObject(module, "ReadError", state->ReadError) < 0) {
        Py_DECREF(state->ReadError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_functions_called_by_one_macro(void)
{
    return PyModuleDef_Init(&reader_module);
}
