/* A statement says that a parameter isn't used: it goes where the parameter leads to the state in all builds. */
#include <Python.h>

#ifdef __GNUC__
#define IGNORED __attribute__((unused))
#else
#define IGNORED
#endif
#define UNUSED(x) (void)(x)
#define DISCARD(x) do { } while ((void)(x), 0)

typedef struct {
    PyObject *cache;
} statements_for_unused_parameters_state;

static inline statements_for_unused_parameters_state *
get_statements_for_unused_parameters_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (statements_for_unused_parameters_state *)state;
}

static PyObject *
get(PyObject *self, PyObject *args)
{
    statements_for_unused_parameters_state *state = get_statements_for_unused_parameters_state(self);

    UNUSED(args);
    return Py_NewRef(state->cache);
}

static PyObject *
reset(PyObject *self, PyObject *args)
{
    statements_for_unused_parameters_state *state = get_statements_for_unused_parameters_state(self);
    PyObject *old = state->cache;
    (void)args;

    state->cache = Py_NewRef(Py_None);
    return old;
}

static PyObject *
check(PyObject *self, PyObject *args)
{
    (void)self;
#ifdef CHECKED
    statements_for_unused_parameters_state *state = get_statements_for_unused_parameters_state(self);
    if (state->cache == NULL) {
        return NULL;
    }
#endif
    DISCARD(args);
    Py_RETURN_NONE;
}

static PyObject *
first(PyObject *self, PyObject *args __attribute__((unused)))
{
    statements_for_unused_parameters_state *state = get_statements_for_unused_parameters_state(self);

    return PySequence_GetItem(state->cache, 0);
}

static PyObject *
last(PyObject *self, PyObject IGNORED *args)
{
    statements_for_unused_parameters_state *state = get_statements_for_unused_parameters_state(self);

    return PySequence_GetItem(state->cache, -1);
}

static PyObject *
length(PyObject *self, PyObject *args)
{
    statements_for_unused_parameters_state *state = get_statements_for_unused_parameters_state(self);

    DISCARD(self);
    if (args == NULL) {
        (void)self;
    }
    return PyLong_FromSsize_t(PyObject_Length(state->cache));
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {"reset", reset, METH_NOARGS, NULL},
    {"check", check, METH_NOARGS, NULL},
    {"first", first, METH_NOARGS, NULL},
    {"last", last, METH_NOARGS, NULL},
    {"length", length, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
statements_for_unused_parameters_traverse(PyObject *module, visitproc visit, void *arg)
{
    statements_for_unused_parameters_state *state = get_statements_for_unused_parameters_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
statements_for_unused_parameters_clear(PyObject *module)
{
    statements_for_unused_parameters_state *state = get_statements_for_unused_parameters_state(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
statements_for_unused_parameters_free(void *module)
{
    statements_for_unused_parameters_clear((PyObject *)module);
}

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, .m_name = "statements_for_unused_parameters",
    .m_size = sizeof(statements_for_unused_parameters_state), .m_methods = methods,
    .m_traverse = statements_for_unused_parameters_traverse,
    .m_clear = statements_for_unused_parameters_clear, .m_free = statements_for_unused_parameters_free,
};

PyMODINIT_FUNC
PyInit_statements_for_unused_parameters(void)
{
    statements_for_unused_parameters_state *state;
    PyObject *module = PyModule_Create(&def);
    if (module == NULL) {
        return NULL;
    }
    state = get_statements_for_unused_parameters_state(module);
    state->cache = PyList_New(0);
    if (state->cache == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
