#include <Python.h>

typedef struct {
    PyObject *ReadError;
    PyObject *WriteError;
    PyObject *SeekError;
    PyObject *registry;
    PyObject *pending;
    PyObject *finished;
} stored_and_given_away_at_once_state;

static inline stored_and_given_away_at_once_state *
get_stored_and_given_away_at_once_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (stored_and_given_away_at_once_state *)state;
}

static PyObject *
fail(PyObject *self, PyObject *code)
{
    stored_and_given_away_at_once_state *state =
        get_stored_and_given_away_at_once_state(self);
    long number = PyLong_AsLong(code);
    PyObject *error = number == 0 ? state->ReadError : number == 1
        ? state->WriteError : state->SeekError;

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyErr_SetString(error, "failed");
    return NULL;
}

static PyObject *
get_registry(PyObject *self, PyObject *unused)
{
    stored_and_given_away_at_once_state *state =
        get_stored_and_given_away_at_once_state(self);

    Py_INCREF(state->registry);
    return state->registry;
}

static PyObject *
get_shared(PyObject *self, PyObject *unused)
{
    stored_and_given_away_at_once_state *state =
        get_stored_and_given_away_at_once_state(self);

    return PyTuple_Pack(2, state->pending, state->finished);
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_O, "fail(code)"},
    {"registry", get_registry, METH_NOARGS, NULL},
    {"shared", get_shared, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
stored_and_given_away_at_once_traverse(PyObject *module, visitproc visit, void *arg)
{
    stored_and_given_away_at_once_state *state =
        get_stored_and_given_away_at_once_state(module);
    Py_VISIT(state->ReadError);
    Py_VISIT(state->WriteError);
    Py_VISIT(state->SeekError);
    Py_VISIT(state->registry);
    Py_VISIT(state->pending);
    Py_VISIT(state->finished);
    return 0;
}

static int
stored_and_given_away_at_once_clear(PyObject *module)
{
    stored_and_given_away_at_once_state *state =
        get_stored_and_given_away_at_once_state(module);
    Py_CLEAR(state->ReadError);
    Py_CLEAR(state->WriteError);
    Py_CLEAR(state->SeekError);
    Py_CLEAR(state->registry);
    Py_CLEAR(state->pending);
    Py_CLEAR(state->finished);
    return 0;
}

static void
stored_and_given_away_at_once_free(void *module)
{
    stored_and_given_away_at_once_clear((PyObject *)module);
}

static int stored_and_given_away_at_once_exec(PyObject *module);

static PyModuleDef_Slot stored_and_given_away_at_once_slots[] = {
    {Py_mod_exec, stored_and_given_away_at_once_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "stored_and_given_away_at_once", NULL,
    sizeof(stored_and_given_away_at_once_state), functions,
    stored_and_given_away_at_once_slots, stored_and_given_away_at_once_traverse,
    stored_and_given_away_at_once_clear, stored_and_given_away_at_once_free,
};

static int
stored_and_given_away_at_once_exec(PyObject *module)
{
    stored_and_given_away_at_once_state *state =
        get_stored_and_given_away_at_once_state(module);

    if ((state->ReadError = PyErr_NewException("stored.ReadError", NULL, NULL)) ==
        NULL ||
        PyModule_AddObject(module, "ReadError", state->ReadError) < 0)
        goto error;
    Py_XINCREF(state->ReadError);
    if ((state->WriteError = PyErr_NewException("stored.WriteError", NULL, NULL)) !=
        NULL)
        PyModule_AddObject(module, "WriteError", state->WriteError);
    Py_XINCREF(state->WriteError);
    state->SeekError = PyErr_NewException("stored.SeekError", state->WriteError,
                                          NULL);
    Py_XINCREF(state->SeekError);
    if (state->SeekError == NULL ||
        PyModule_AddObject(module, "SeekError", state->SeekError) < 0)
        goto error;
    /* Nothing of this list is ever taken out. */
    PyModule_AddObject(module, "REGISTRY", state->registry = PyList_New(0));
    if (state->registry == NULL)
        goto error;
    Py_INCREF(state->registry);
    state->pending = state->finished = PyList_New(0);
    if (state->pending == NULL)
        goto error;
    Py_INCREF(state->pending);
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_stored_and_given_away_at_once(void)
{
    return PyModuleDef_Init(&module_def);
}
