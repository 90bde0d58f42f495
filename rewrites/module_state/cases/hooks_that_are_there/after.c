/* The module has hooks already: they clear some globals, and keep count of something else. */
#include <Python.h>

typedef struct {
    PyObject *LimitError;
    PyObject *cache;
} hooks_that_are_there_state;

static inline hooks_that_are_there_state *
get_hooks_that_are_there_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (hooks_that_are_there_state *)state;
}

static int loaded;

static PyObject *
limits_check(PyObject *self, PyObject *value)
{
    hooks_that_are_there_state *state = get_hooks_that_are_there_state(self);
    PyObject *known = PyDict_GetItemWithError(state->cache, value);

    if (known == NULL && !PyErr_Occurred()) {
        PyErr_SetObject(state->LimitError, value);
    }
    Py_XINCREF(known);
    return known;
}

static PyMethodDef limits_functions[] = {
    {"check", limits_check, METH_O, "Return what is known of a value."},
    {NULL, NULL}
};

static int
hooks_that_are_there_clear(PyObject *module)
{
    hooks_that_are_there_state *state = get_hooks_that_are_there_state(module);
    Py_CLEAR(state->LimitError);
    Py_CLEAR(state->cache);
    return 0;
}

static int
limits_traverse(PyObject *m, visitproc visit, void *arg)
{
    hooks_that_are_there_state *state = get_hooks_that_are_there_state(m);
    Py_VISIT(state->LimitError);
    Py_VISIT(state->cache);
    return 0;
}

static void
limits_free(void *m)
{
    hooks_that_are_there_clear((PyObject *)m);
    loaded--;
}

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "hooks_that_are_there",
    .m_size = sizeof(hooks_that_are_there_state),
    .m_methods = limits_functions,
    .m_traverse = limits_traverse,
    .m_free = limits_free,
    .m_clear = hooks_that_are_there_clear,
};

PyMODINIT_FUNC
PyInit_hooks_that_are_there(void)
{
    hooks_that_are_there_state *state;
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_hooks_that_are_there_state(module);
    state->cache = PyDict_New();
    if (state->cache == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    state->LimitError = PyErr_NewException("hooks_that_are_there.LimitError", NULL, NULL);
    if (state->LimitError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->LimitError);
    if (PyModule_AddObject(module, "LimitError", state->LimitError) < 0) {
        Py_DECREF(state->LimitError);
        Py_DECREF(module);
        return NULL;
    }
    loaded++;
    return module;
}
