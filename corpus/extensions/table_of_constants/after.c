#include <Python.h>

/* Answers by number. The table of constants is what compatibility headers have for older Pythons. */

typedef struct {
    PyObject *AnswerError;
} table_of_constants_state;

static inline table_of_constants_state *
get_table_of_constants_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (table_of_constants_state *)state;
}

enum { NOTHING, YES, ZERO, NO_TEXT, NO_ITEMS, LAST };

static PyObject *
get_constant(unsigned int which)
{
    static PyObject *constants[LAST] = {NULL};

    if (constants[NOTHING] == NULL) {
        constants[NOTHING] = Py_None;
        constants[YES] = Py_True;
        constants[ZERO] = PyLong_FromLong(0);
        constants[NO_TEXT] = PyUnicode_FromStringAndSize("", 0);
        constants[NO_ITEMS] = PyTuple_New(0);
    }
    if (which >= LAST) {
        PyErr_BadInternalCall();
        return NULL;
    }
    Py_XINCREF(constants[which]);
    return constants[which];
}

static PyObject *
answer(PyObject *module, PyObject *number)
{
    long which = PyLong_AsLong(number);

    if (which == -1 && PyErr_Occurred())
        return NULL;
    if (which < 0 || which >= LAST) {
        table_of_constants_state *state = get_table_of_constants_state(module);

        PyErr_Format(state->AnswerError, "no answer %ld", which);
        return NULL;
    }
    return get_constant((unsigned int)which);
}

static PyMethodDef functions[] = {
    {"answer", answer, METH_O, "Return a constant."},
    {NULL, NULL, 0, NULL}
};

static int
table_of_constants_traverse(PyObject *module, visitproc visit, void *arg)
{
    table_of_constants_state *state = get_table_of_constants_state(module);
    Py_VISIT(state->AnswerError);
    return 0;
}

static int
table_of_constants_clear(PyObject *module)
{
    table_of_constants_state *state = get_table_of_constants_state(module);
    Py_CLEAR(state->AnswerError);
    return 0;
}

static void
table_of_constants_free(void *module)
{
    table_of_constants_clear((PyObject *)module);
}

static int table_of_constants_exec(PyObject *m);

static PyModuleDef_Slot table_of_constants_slots[] = {
    {Py_mod_exec, table_of_constants_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef answers = {
    PyModuleDef_HEAD_INIT, "table_of_constants", "Answers.", sizeof(table_of_constants_state),
    functions, table_of_constants_slots, table_of_constants_traverse, table_of_constants_clear,
    table_of_constants_free
};

static int
table_of_constants_exec(PyObject *m)
{
    table_of_constants_state *state = get_table_of_constants_state(m);

    state->AnswerError = PyErr_NewException("table_of_constants.AnswerError", NULL, NULL);
    if (state->AnswerError == NULL) {
        return -1;
    }
    Py_INCREF(state->AnswerError);
    if (PyModule_AddObject(m, "AnswerError", state->AnswerError) < 0) {
        Py_DECREF(state->AnswerError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_table_of_constants(void)
{
    return PyModuleDef_Init(&answers);
}
