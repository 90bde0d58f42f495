/* add_limit() gives away what it returns, and doesn't ask whether it could: the fields own a reference of their own. */
#include <Python.h>

typedef struct {
    PyObject *lowest;
    PyObject *highest;
} limits_state;

static inline limits_state *
get_limits_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (limits_state *)state;
}

static PyObject *
add_limit(PyObject *module, const char *name, long value)
{
    PyObject *limit = PyLong_FromLong(value);

    PyModule_AddObject(module, name, limit);
    return limit;
}

static PyObject *
contains(PyObject *module, PyObject *value)
{
    limits_state *state = get_limits_state(module);
    int below = PyObject_RichCompareBool(value, state->lowest, Py_LT);
    int above = below ? below : PyObject_RichCompareBool(value, state->highest, Py_GT);

    if (below < 0 || above < 0)
        return NULL;
    return PyBool_FromLong(!below && !above);
}

static PyMethodDef functions[] = {
    {"contains", contains, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
limits_traverse(PyObject *module, visitproc visit, void *arg)
{
    limits_state *state = get_limits_state(module);
    Py_VISIT(state->lowest);
    Py_VISIT(state->highest);
    return 0;
}

static int
limits_clear(PyObject *module)
{
    limits_state *state = get_limits_state(module);
    Py_CLEAR(state->lowest);
    Py_CLEAR(state->highest);
    return 0;
}

static void
limits_free(void *module)
{
    limits_clear((PyObject *)module);
}

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT, "limits", NULL, sizeof(limits_state), functions,
    NULL, limits_traverse, limits_clear, limits_free
};

static void
add_limits(PyObject *module)
{
    limits_state *state = get_limits_state(module);

    state->lowest = add_limit(module, "lowest", -4000);
    Py_XINCREF(state->lowest);
    state->highest = add_limit(module, "highest", 4000);
    Py_XINCREF(state->highest);
}

PyMODINIT_FUNC
PyInit_limits(void)
{
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL)
        return NULL;
    add_limits(module);
    return module;
}
