#include <Python.h>

/*
 * Formatters: each is a function object that the init function makes and
 * puts into a dictionary by hand, since their names are no identifiers.
 */

typedef struct {
    PyObject *prefix;  // str
    PyObject *FormatError;
} cfunction_new_by_hand_state;

static inline cfunction_new_by_hand_state *
get_cfunction_new_by_hand_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cfunction_new_by_hand_state *)state;
}

static PyObject *format_upper(PyObject *self, PyObject *text)
{
    cfunction_new_by_hand_state *state = get_cfunction_new_by_hand_state(self);
    PyObject *upper, *result;

    if (!PyUnicode_Check(text)) {
        PyErr_SetString(state->FormatError, "text expected");
        return NULL;
    }
    upper = PyObject_CallMethod(text, "upper", NULL);
    if (upper == NULL)
        return NULL;
    result = PyUnicode_Concat(state->prefix, upper);
    Py_DECREF(upper);
    return result;
}

static PyObject *format_plain(PyObject *self, PyObject *text)
{
    cfunction_new_by_hand_state *state = get_cfunction_new_by_hand_state(self);

    if (!PyUnicode_Check(text)) {
        PyErr_SetString(state->FormatError, "text expected");
        return NULL;
    }
    return PyUnicode_Concat(state->prefix, text);
}

static PyObject *set_prefix(PyObject *self, PyObject *args)
{
    cfunction_new_by_hand_state *state = get_cfunction_new_by_hand_state(self);
    PyObject *text;

    if (!PyArg_ParseTuple(args, "U:set_prefix", &text))
        return NULL;
    Py_INCREF(text);
    Py_XSETREF(state->prefix, text);
    Py_RETURN_NONE;
}

static PyMethodDef formatters[] = {
    {"to-upper", format_upper, METH_O, "Prefix, then capitals."},
    {"to-plain", format_plain, METH_O, "Prefix, then the text."},
    {NULL, NULL, 0, NULL}
};

static PyMethodDef set_prefix_def = {"set_prefix", set_prefix, METH_VARARGS, NULL};

static int cfunction_new_by_hand_traverse(PyObject *module, visitproc visit, void *arg)
{
    cfunction_new_by_hand_state *state = get_cfunction_new_by_hand_state(module);
    Py_VISIT(state->prefix);
    Py_VISIT(state->FormatError);
    return 0;
}

static int cfunction_new_by_hand_clear(PyObject *module)
{
    cfunction_new_by_hand_state *state = get_cfunction_new_by_hand_state(module);
    Py_CLEAR(state->prefix);
    Py_CLEAR(state->FormatError);
    return 0;
}

static void cfunction_new_by_hand_free(void *module)
{
    cfunction_new_by_hand_clear((PyObject *)module);
}

static int cfunction_new_by_hand_exec(PyObject *m);

static PyModuleDef_Slot cfunction_new_by_hand_slots[] = {
    {Py_mod_exec, cfunction_new_by_hand_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef formats_module = {
    PyModuleDef_HEAD_INIT, "cfunction_new_by_hand", NULL,
    sizeof(cfunction_new_by_hand_state), NULL, cfunction_new_by_hand_slots,
    cfunction_new_by_hand_traverse,
    cfunction_new_by_hand_clear, cfunction_new_by_hand_free
};

static int cfunction_new_by_hand_exec(PyObject *m)
{
    cfunction_new_by_hand_state *state = get_cfunction_new_by_hand_state(m);
    PyObject *d, *table, *function;
    PyMethodDef *def;

    d = PyModule_GetDict(m);

    state->prefix = PyUnicode_FromString("> ");
    if (state->prefix == NULL)
        goto error;
    state->FormatError = PyErr_NewException("cfunction_new_by_hand.FormatError",
                                            PyExc_TypeError, NULL);
    if (state->FormatError == NULL ||
        PyDict_SetItemString(d, "FormatError", state->FormatError) < 0)
        goto error;

    table = PyDict_New();
    if (table == NULL || PyDict_SetItemString(d, "formatters", table) < 0) {
        Py_XDECREF(table);
        goto error;
    }
    Py_DECREF(table);
    for (def = formatters; def->ml_name != NULL; def++) {
        function = PyCFunction_New(def, m);
        if (function == NULL || PyDict_SetItemString(table, def->ml_name, function) < 0) {
            Py_XDECREF(function);
            goto error;
        }
        Py_DECREF(function);
    }

    function = PyCFunction_NewEx(&set_prefix_def, m, NULL);
    if (function == NULL || PyDict_SetItemString(d, "set_prefix", function) < 0) {
        Py_XDECREF(function);
        goto error;
    }
    Py_DECREF(function);
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC PyInit_cfunction_new_by_hand(void)
{
    return PyModuleDef_Init(&formats_module);
}
