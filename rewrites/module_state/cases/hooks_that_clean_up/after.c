/* Hooks call functions that drop objects if there are any: they are given the state, and may find it empty. */
#include <Python.h>

#define RECENT 4

typedef struct {
    PyObject *TallyError;
    PyTypeObject *fraction_type;
    PyObject *recent[RECENT];
} tally_state;

static inline tally_state *
get_tally_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (tally_state *)state;
}

static void
forget_recent(tally_state *state)
{
    Py_ssize_t i;

    for (i = 0; i < RECENT; i++) {
        PyObject *old = state->recent[i];
        if (old != NULL) {
            state->recent[i] = NULL;
            Py_DECREF(old);
        }
    }
}

static void
cleanup(tally_state *state)
{
    forget_recent(state);
    Py_CLEAR(state->TallyError);
    if (state->fraction_type != NULL) {
        Py_DECREF(state->fraction_type);
        state->fraction_type = NULL;
    }
}

static PyObject *
tally_remember(PyObject *self, PyObject *value)
{
    tally_state *state = get_tally_state(self);
    Py_ssize_t i;

    if (!PyObject_TypeCheck(value, state->fraction_type)) {
        PyErr_SetString(state->TallyError, "only fractions are counted");
        return NULL;
    }
    for (i = 0; i < RECENT; i++) {
        if (state->recent[i] == NULL) {
            Py_INCREF(value);
            state->recent[i] = value;
            Py_RETURN_TRUE;
        }
    }
    forget_recent(state);
    Py_RETURN_FALSE;
}

static PyMethodDef tally_methods[] = {
    {"remember", tally_remember, METH_O, "Keep one of the latest fractions."},
    {NULL, NULL, 0, NULL}
};

static int
tally_traverse(PyObject *module, visitproc visit, void *arg)
{
    tally_state *state = get_tally_state(module);
    size_t i;
    Py_VISIT(state->TallyError);
    Py_VISIT(state->fraction_type);
    for (i = 0; i < sizeof(state->recent) / sizeof(state->recent[0]); i++) {
        Py_VISIT(state->recent[i]);
    }
    return 0;
}

static int
tally_clear(PyObject *module)
{
    tally_state *state = get_tally_state(module);
    size_t i;
    Py_CLEAR(state->TallyError);
    Py_CLEAR(state->fraction_type);
    for (i = 0; i < sizeof(state->recent) / sizeof(state->recent[0]); i++) {
        Py_CLEAR(state->recent[i]);
    }
    return 0;
}

static void
tally_free(void *module)
{
    tally_state *state = get_tally_state((PyObject *)module);

    tally_clear((PyObject *)module);
    cleanup(state);
}

static struct PyModuleDef tally_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tally",
    .m_size = sizeof(tally_state),
    .m_methods = tally_methods,
    .m_free = tally_free,
    .m_traverse = tally_traverse,
    .m_clear = tally_clear,
};

PyMODINIT_FUNC
PyInit_tally(void)
{
    tally_state *state;
    PyObject *fractions;
    PyObject *module = PyModule_Create(&tally_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_tally_state(module);
    state->TallyError = PyErr_NewException("tally.TallyError", NULL, NULL);
    if (state->TallyError == NULL) {
        goto error;
    }
    fractions = PyImport_ImportModule("fractions");
    if (fractions == NULL) {
        goto error;
    }
    state->fraction_type =
        (PyTypeObject *)PyObject_GetAttrString(fractions, "Fraction");
    Py_DECREF(fractions);
    if (state->fraction_type == NULL) {
        goto error;
    }
    return module;
error:
    cleanup(state);
    Py_DECREF(module);
    return NULL;
}
