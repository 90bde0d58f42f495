/* A loop has a macro for its rows, which calls what it is given: one is defined elsewhere. */
#include <Python.h>

static PyObject *ReadError = NULL;

typedef struct {
    const char *at;
    const char *end;
    long total;
} Reader;

static int
read_nothing(Reader *self)
{
    return 0;
}

static int
read_digit(Reader *self)
{
    if (self->at == self->end) {
        PyErr_SetString(ReadError, "no digit");
        return -1;
    }
    self->total += *self->at++ - '0';
    return 0;
}

static int
skip(Reader *self, Py_ssize_t count)
{
    if (self->end - self->at < count) {
        PyErr_SetString(ReadError, "cut off");
        return -1;
    }
    self->at += count;
    return 0;
}

static int
back(Reader *self, Py_ssize_t count)
{
    self->total -= count;
    return 0;
}

extern int read_elsewhere(Reader *self);

static int
read_all(Reader *self)
{
#define ROW(code, reader) \
    case code: if (reader(self) < 0) return -1; break;

#define ROW_WITH(code, reader, argument) \
    case code: if (reader(self, (argument)) < 0) return -1; break;

    while (self->at < self->end) {
        switch (*self->at++) {
        ROW(' ', read_nothing)
        ROW('+', read_digit)
        ROW('e', read_elsewhere)
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
    Py_ssize_t size;
    Reader reader = {NULL, NULL, 0};

    reader.at = PyUnicode_AsUTF8AndSize(arg, &size);
    if (reader.at == NULL) {
        return NULL;
    }
    reader.end = reader.at + size;
    if (read_all(&reader) < 0) {
        return NULL;
    }
    return PyLong_FromLong(reader.total);
}

static PyMethodDef reader_methods[] = {
    {"total", total, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef reader_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_foreign_function_called_by_one_macro",
    .m_size = -1,
    .m_methods = reader_methods,
};

PyMODINIT_FUNC
PyInit_refuses_foreign_function_called_by_one_macro(void)
{
    PyObject *module = PyModule_Create(&reader_module);

    if (module == NULL) {
        return NULL;
    }
    ReadError = PyErr_NewException("refuses_foreign_function_called_by_one_macro.ReadError", NULL, NULL);
    if (ReadError == NULL || PyModule_AddObjectRef(module, "ReadError", ReadError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
