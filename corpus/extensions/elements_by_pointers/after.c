/* Errors stand in tables that pointers go through: in loops, out of a search, and as parameters. */

#include <Python.h>

typedef struct {
    int code;
    const char *name;
    PyObject *error;
    PyObject *last;
} Failure;

static const Failure failures_template[] = {
    {1, "NotFound", NULL, NULL},
    {2, "Locked", NULL, NULL},
    {3, "Broken", NULL, NULL},
#ifdef MS_WINDOWS
    {4, "Shared", NULL, NULL},
#endif
    {0, NULL, NULL, NULL},
};

typedef struct {
    PyObject *BaseError;
    Failure failures[sizeof(failures_template) / sizeof(failures_template[0])];

    /* Old names of the same errors, and one more. */
    Failure aliases[2];
} elements_by_pointers_state;

static inline elements_by_pointers_state *
get_elements_by_pointers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (elements_by_pointers_state *)state;
}

static Failure *
find_failure(elements_by_pointers_state *state, long code)
{
    const Failure *end =
        state->aliases + sizeof(state->aliases) / sizeof(state->aliases[0]);

    for (Failure *failure = state->failures; failure->name != NULL; failure++) {
        if (failure->code == code)
            return failure;
    }
    for (Failure *failure = state->aliases; failure < end; failure++) {
        if (failure->code == code)
            return &state->aliases[failure - state->aliases];
    }
    return NULL;
}

static void
remember(Failure *failure, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(failure->last, value);
}

static PyObject *
fail(PyObject *module, PyObject *args)
{
    elements_by_pointers_state *state = get_elements_by_pointers_state(module);
    long code;
    PyObject *value;

    if (!PyArg_ParseTuple(args, "lO:fail", &code, &value))
        return NULL;
    Failure *failure = find_failure(state, code);
    if (failure == NULL) {
        PyErr_SetObject(state->BaseError, value);
        return NULL;
    }
    remember(failure, value);
    PyErr_SetObject(failure->error, value);
    return NULL;
}

static PyObject *
last_value(PyObject *module, PyObject *arg)
{
    elements_by_pointers_state *state = get_elements_by_pointers_state(module);
    long code = PyLong_AsLong(arg);

    if (code == -1 && PyErr_Occurred())
        return NULL;
    Failure *failure = find_failure(state, code);
    if (failure == NULL || failure->last == NULL)
        Py_RETURN_NONE;
    Py_INCREF(failure->last);
    return failure->last;
}

static PyObject *
forget(PyObject *module, PyObject *unused)
{
    elements_by_pointers_state *state = get_elements_by_pointers_state(module);
    Failure *failure;

    for (failure = state->failures; failure->name != NULL; ++failure)
        Py_CLEAR(failure->last);
    failure = state->aliases + 1;
    Py_CLEAR(failure->last);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_VARARGS, NULL},
    {"last_value", last_value, METH_O, NULL},
    {"forget", forget, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
elements_by_pointers_traverse(PyObject *module, visitproc visit, void *arg)
{
    elements_by_pointers_state *state = get_elements_by_pointers_state(module);
    size_t i;
    Py_VISIT(state->BaseError);
    for (i = 0; i < sizeof(state->failures) / sizeof(state->failures[0]); i++) {
        Py_VISIT(state->failures[i].error);
        Py_VISIT(state->failures[i].last);
    }
    for (i = 0; i < sizeof(state->aliases) / sizeof(state->aliases[0]); i++) {
        Py_VISIT(state->aliases[i].error);
        Py_VISIT(state->aliases[i].last);
    }
    return 0;
}

static int
elements_by_pointers_clear(PyObject *module)
{
    elements_by_pointers_state *state = get_elements_by_pointers_state(module);
    size_t i;
    Py_CLEAR(state->BaseError);
    for (i = 0; i < sizeof(state->failures) / sizeof(state->failures[0]); i++) {
        Py_CLEAR(state->failures[i].error);
        Py_CLEAR(state->failures[i].last);
    }
    for (i = 0; i < sizeof(state->aliases) / sizeof(state->aliases[0]); i++) {
        Py_CLEAR(state->aliases[i].error);
        Py_CLEAR(state->aliases[i].last);
    }
    return 0;
}

static void
elements_by_pointers_free(void *module)
{
    elements_by_pointers_clear((PyObject *)module);
}

static int elements_by_pointers_exec(PyObject *module);

static PyModuleDef_Slot elements_by_pointers_slots[] = {
    {Py_mod_exec, elements_by_pointers_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "elements_by_pointers", NULL,
    sizeof(elements_by_pointers_state), functions,
    elements_by_pointers_slots, elements_by_pointers_traverse, elements_by_pointers_clear,
    elements_by_pointers_free
};

static int
add_errors(PyObject *module)
{
    elements_by_pointers_state *state = get_elements_by_pointers_state(module);
    Failure *failure;
    char name[64];

    state->BaseError = PyErr_NewException("elements_by_pointers.BaseError", NULL, NULL);
    if (state->BaseError == NULL)
        return -1;
    for (failure = state->failures; failure->name != NULL; failure++) {
        PyOS_snprintf(name, sizeof(name), "elements_by_pointers.%s", failure->name);
        failure->error = PyErr_NewException(name, state->BaseError, NULL);
        if (failure->error == NULL)
            return -1;
        Py_XINCREF(failure->error);
        if (PyModule_AddObject(module, failure->name, failure->error) < 0)
            return -1;
    }
    state->aliases[0].error = state->failures[0].error;
    Py_XINCREF(state->aliases[0].error);
    state->aliases[1].error = PyErr_NewException("elements_by_pointers.Unknown",
                                                 state->BaseError, NULL);
    return state->aliases[1].error == NULL ? -1 : 0;
}

static int
elements_by_pointers_exec(PyObject *module)
{
    elements_by_pointers_state *state = get_elements_by_pointers_state(module);

    memcpy(state->failures, failures_template, sizeof(failures_template));
    state->aliases[0].code = 1;
    state->aliases[0].name = "Missing";
    state->aliases[1].code = 9;
    state->aliases[1].name = "Unknown";
    if (add_errors(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_elements_by_pointers(void)
{
    return PyModuleDef_Init(&definition);
}
