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

static PyObject *ParseError;
static PyObject *IndexError;

static PyObject *parse(PyObject *module, PyObject *args)
{
    const char *text;
    if (!PyArg_ParseTuple(args, "s", &text)) {
        return NULL;
    }
    try {
        return PyLong_FromLong(library::parsed(text));
    } catch (const library::ParseError &error) {
        PyErr_SetString(ParseError, error.what());
    } catch (const library::IndexError &) {
        PyErr_SetNone(IndexError);
    }
    return NULL;
}

static PyMethodDef functions[] = {
    {"parse", parse, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "numbers", NULL, -1, functions,
};

PyMODINIT_FUNC PyInit_numbers(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    ParseError = PyErr_NewException("numbers.ParseError", NULL, NULL);
    IndexError = PyErr_NewException("numbers.IndexError", NULL, NULL);
    if (ParseError == NULL || IndexError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
