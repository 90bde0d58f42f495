#include <Python.h>

#include <exception>

namespace library {

class ParseError : public std::exception {
public:
    explicit ParseError(int place) : place(place) {}
    ~ParseError() noexcept {}
    const char *what() const noexcept override { return "no number"; }
    int place;
};

class IndexError : public std::exception {
public:
    ~IndexError() noexcept override;
};

IndexError::~IndexError() noexcept {}

static long parsed(const char *text)
{
    if (text[0] < '0' || text[0] > '9') {
        throw ParseError(0);
    }
    if (text[1] != '\0') {
        throw IndexError();
    }
    return text[0] - '0';
}

}  // namespace library

typedef struct {
    PyObject *ParseError;
    PyObject *IndexError;
} numbers_state;

static inline numbers_state *get_numbers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (numbers_state *)state;
}

static PyObject *parse(PyObject *module, PyObject *args)
{
    numbers_state *state = get_numbers_state(module);
    const char *text;
    if (!PyArg_ParseTuple(args, "s", &text)) {
        return NULL;
    }
    try {
        return PyLong_FromLong(library::parsed(text));
    } catch (const library::ParseError &error) {
        PyErr_SetString(state->ParseError, error.what());
    } catch (const library::IndexError &) {
        PyErr_SetNone(state->IndexError);
    }
    return NULL;
}

static PyMethodDef functions[] = {
    {"parse", parse, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int numbers_traverse(PyObject *module, visitproc visit, void *arg)
{
    numbers_state *state = get_numbers_state(module);
    Py_VISIT(state->ParseError);
    Py_VISIT(state->IndexError);
    return 0;
}

static int numbers_clear(PyObject *module)
{
    numbers_state *state = get_numbers_state(module);
    Py_CLEAR(state->ParseError);
    Py_CLEAR(state->IndexError);
    return 0;
}

static void numbers_free(void *module)
{
    numbers_clear((PyObject *)module);
}

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "numbers", NULL, sizeof(numbers_state), functions,
    NULL, numbers_traverse, numbers_clear, numbers_free,
};

PyMODINIT_FUNC PyInit_numbers(void)
{
    numbers_state *state;
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    state = get_numbers_state(module);
    state->ParseError = PyErr_NewException("numbers.ParseError", NULL, NULL);
    state->IndexError = PyErr_NewException("numbers.IndexError", NULL, NULL);
    if (state->ParseError == NULL || state->IndexError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
