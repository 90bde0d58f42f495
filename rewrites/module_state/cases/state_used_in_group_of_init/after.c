/* Initialisation needs the state in one group only, which isn't compiled here: nothing is unused without it. */
#include <Python.h>

typedef struct {
    PyObject *cache;
} limits_state;

static inline limits_state *
get_limits_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (limits_state *)state;
}

static PyObject *
get_cache(limits_state *state)
{
    if (state->cache == NULL) {
        state->cache = PyDict_New();
    }
    return state->cache;
}

static PyObject *
limits_cache(PyObject *self, PyObject *unused)
{
    limits_state *state = get_limits_state(self);
    PyObject *found = get_cache(state);

    Py_XINCREF(found);
    return found;
}

static PyMethodDef limits_methods[] = {
    {"cache", limits_cache, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
limits_traverse(PyObject *module, visitproc visit, void *arg)
{
    limits_state *state = get_limits_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
limits_clear(PyObject *module)
{
    limits_state *state = get_limits_state(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
limits_free(void *module)
{
    limits_clear((PyObject *)module);
}

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT, "limits", NULL, sizeof(limits_state), limits_methods,
    NULL, limits_traverse, limits_clear, limits_free
};

PyMODINIT_FUNC
PyInit_limits(void)
{
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL) {
        return NULL;
    }
#ifdef LIMITS_FILLED_EARLY
    limits_state *state = get_limits_state(module);
    if (get_cache(state) == NULL) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    return module;
}
