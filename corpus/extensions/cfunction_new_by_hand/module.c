#include <Python.h>

/*
 * Formatters: each is a function object that the init function makes and
 * puts into a dictionary by hand, since their names are no identifiers.
 */

static PyObject *prefix;            // str
static PyObject *FormatError;

static PyObject *format_upper(PyObject *self, PyObject *text)
{
    PyObject *upper, *result;

    if (!PyUnicode_Check(text)) {
        PyErr_SetString(FormatError, "text expected");
        return NULL;
    }
    upper = PyObject_CallMethod(text, "upper", NULL);
    if (upper == NULL)
        return NULL;
    result = PyUnicode_Concat(prefix, upper);
    Py_DECREF(upper);
    return result;
}

static PyObject *format_plain(PyObject *self, PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(FormatError, "text expected");
        return NULL;
    }
    return PyUnicode_Concat(prefix, text);
}

static PyObject *set_prefix(PyObject *self, PyObject *args)
{
    PyObject *text;

    if (!PyArg_ParseTuple(args, "U:set_prefix", &text))
        return NULL;
    Py_INCREF(text);
    Py_XSETREF(prefix, text);
    Py_RETURN_NONE;
}

static PyMethodDef formatters[] = {
    {"to-upper", format_upper, METH_O, "Prefix, then capitals."},
    {"to-plain", format_plain, METH_O, "Prefix, then the text."},
    {NULL, NULL, 0, NULL}
};

static PyMethodDef set_prefix_def = {"set_prefix", set_prefix, METH_VARARGS, NULL};

static struct PyModuleDef formats_module = {
    PyModuleDef_HEAD_INIT, "cfunction_new_by_hand", NULL, -1, NULL, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC PyInit_cfunction_new_by_hand(void)
{
    PyObject *m, *d, *table, *function;
    PyMethodDef *def;

    m = PyModule_Create(&formats_module);
    if (m == NULL)
        return NULL;
    d = PyModule_GetDict(m);

    prefix = PyUnicode_FromString("> ");
    if (prefix == NULL)
        goto error;
    FormatError = PyErr_NewException("cfunction_new_by_hand.FormatError", PyExc_TypeError, NULL);
    if (FormatError == NULL || PyDict_SetItemString(d, "FormatError", FormatError) < 0)
        goto error;

    table = PyDict_New();
    if (table == NULL || PyDict_SetItemString(d, "formatters", table) < 0) {
        Py_XDECREF(table);
        goto error;
    }
    Py_DECREF(table);
    for (def = formatters; def->ml_name != NULL; def++) {
        function = PyCFunction_New(def, NULL);
        if (function == NULL || PyDict_SetItemString(table, def->ml_name, function) < 0) {
            Py_XDECREF(function);
            goto error;
        }
        Py_DECREF(function);
    }

    function = PyCFunction_NewEx(&set_prefix_def, NULL, NULL);
    if (function == NULL || PyDict_SetItemString(d, "set_prefix", function) < 0) {
        Py_XDECREF(function);
        goto error;
    }
    Py_DECREF(function);
    return m;

error:
    Py_DECREF(m);
    return NULL;
}
