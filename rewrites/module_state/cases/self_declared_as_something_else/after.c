#include <Python.h>

typedef struct {
    PyObject_HEAD
    long count;
} Counter;

typedef struct {
    PyObject *Error;
} cast_state;

static inline cast_state *
get_cast_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cast_state *)state;
}

/* self is the module, whatever it says: this was a method once. */
static PyObject *
check(Counter *self, PyObject *value)
{
    if (!PyLong_Check(value)) {
        cast_state *state = get_cast_state((PyObject *)self);

        PyErr_SetString(state->Error, "not an integer");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef cast_methods[] = {
    {"check", (PyCFunction)check, METH_O, "Check a value."},
    {NULL, NULL, 0, NULL}
};

static int
cast_traverse(PyObject *module, visitproc visit, void *arg)
{
    cast_state *state = get_cast_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
cast_clear(PyObject *module)
{
    cast_state *state = get_cast_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
cast_free(void *module)
{
    cast_clear((PyObject *)module);
}

static struct PyModuleDef cast_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "cast",
    .m_size = sizeof(cast_state),
    .m_methods = cast_methods,
    .m_traverse = cast_traverse,
    .m_clear = cast_clear,
    .m_free = cast_free,
};

PyMODINIT_FUNC
PyInit_cast(void)
{
    cast_state *state;
    PyObject *m = PyModule_Create(&cast_module);

    if (m == NULL)
        return NULL;
    state = get_cast_state(m);
    state->Error = PyErr_NewException("cast.Error", NULL, NULL);
    Py_XINCREF(state->Error);
    if (PyModule_AddObject(m, "Error", state->Error) < 0) {
        Py_XDECREF(state->Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
