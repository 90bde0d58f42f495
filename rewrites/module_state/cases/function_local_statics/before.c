#include <Python.h>

// Log lines. Several things are kept from one call to the next, inside the functions that need them.

static PyObject *Log_separator(void) {
    static PyObject *separator = NULL;
    if (separator == NULL) {
        separator = PyUnicode_InternFromString(" | ");
    }
    return separator;  // borrowed
}

static PyObject *number_line(PyObject *self, PyObject *text) {
    static unsigned int counter = 0;
    static const char *const format = "%u%U%S";
    PyObject *separator = Log_separator();

    if (separator == NULL) {
        return NULL;
    }
    counter++;
    return PyUnicode_FromFormat(format, counter, separator, text);
}

static PyObject *render(PyObject *self, PyObject *object) {
    static PyObject *str_isoformat;
    PyObject *method, *result;

    if (str_isoformat == NULL && (str_isoformat = PyUnicode_InternFromString("isoformat")) == NULL) {
        return NULL;
    }
    method = PyObject_GetAttr(object, str_isoformat);
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
    static const char names[][8] = {"debug", "info", "warning", "error"};
    static PyObject *cache[4];
    int level;

    if (!PyArg_ParseTuple(args, "i", &level)) {
        return NULL;
    }
    if (level < 0 || level > 3) {
        return PyErr_Format(PyExc_ValueError, "no level %d", level);
    }
    if (cache[level] == NULL && (cache[level] = PyUnicode_FromString(names[level])) == NULL) {
        return NULL;
    }
    Py_INCREF(cache[level]);
    return cache[level];
}

static PyObject *join(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *keywords[] = {"lines", "end", NULL};
    PyObject *lines, *end = NULL, *joined;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|U:join", keywords, &lines, &end)) {
        return NULL;
    }
    joined = Log_separator() == NULL ? NULL : PyUnicode_Join(Log_separator(), lines);
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

static PyModuleDef log_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "function_local_statics",
    .m_doc = "Log lines.",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC PyInit_function_local_statics(void) {
    return PyModule_Create(&log_module);
}
