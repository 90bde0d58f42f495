#include <Python.h>

typedef struct {
    int can_seek;
    PyObject *Error;
} checks_state;

static inline checks_state *
get_checks_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (checks_state *)state;
}

static PyObject *
seek(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    checks_state *state = get_checks_state(module);

    if (!state->can_seek) {
        PyErr_SetString(state->Error, "can't seek");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef checks_methods[] = {
    {"seek", seek, METH_NOARGS, "Seek."},
    {NULL, NULL, 0, NULL}
};

static int
checks_traverse(PyObject *module, visitproc visit, void *arg)
{
    checks_state *state = get_checks_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
checks_clear(PyObject *module)
{
    checks_state *state = get_checks_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
checks_free(void *module)
{
    checks_clear((PyObject *)module);
}

static struct PyModuleDef checks_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "checks",
    .m_size = sizeof(checks_state),
    .m_methods = checks_methods,
    .m_traverse = checks_traverse,
    .m_clear = checks_clear,
    .m_free = checks_free,
};

PyMODINIT_FUNC
PyInit_checks(void)
{
    checks_state *state;

    PyObject *m;
    m = PyModule_Create(&checks_module);
    if (m == NULL)
        return NULL;
    state = get_checks_state(m);
    state->can_seek = -1;

    state->can_seek = Py_GETENV("NOSEEK") == NULL;

    if (Py_GETENV("NOIMPORT") != NULL) {
        PyErr_SetString(PyExc_ImportError, "not here");
        return NULL;
    }

    state->Error = PyErr_NewException("checks.Error", NULL, NULL);
    if (state->Error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(state->Error);
    if (PyModule_AddObject(m, "Error", state->Error) < 0) {
        Py_DECREF(state->Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
