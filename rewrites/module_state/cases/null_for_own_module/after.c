/* A function that another one calls with NULL for the module, which it didn't need: it gets that of its caller. */
#include <Python.h>

typedef struct {
    PyObject *cache;
} null_for_own_module_state;

static inline null_for_own_module_state *
get_null_for_own_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (null_for_own_module_state *)state;
}

static PyObject *
get(PyObject *module, PyObject *key)
{
    null_for_own_module_state *state = get_null_for_own_module_state(module);
    PyObject *found = PyDict_GetItem(state->cache, key);

    if (found == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(found);
    return found;
}

static PyObject *
get_twice(PyObject *module, PyObject *key)
{
    PyObject *found = get(module, key);

    Py_XDECREF(found);
    return get(module, key);
}

static PyMethodDef cache_methods[] = {
    {"get", get, METH_O, NULL},
    {"get_twice", get_twice, METH_O, NULL},
    {NULL}
};

static int
null_for_own_module_traverse(PyObject *module, visitproc visit, void *arg)
{
    null_for_own_module_state *state = get_null_for_own_module_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
null_for_own_module_clear(PyObject *module)
{
    null_for_own_module_state *state = get_null_for_own_module_state(module);
    Py_CLEAR(state->cache);
    return 0;
}

static void
null_for_own_module_free(void *module)
{
    null_for_own_module_clear((PyObject *)module);
}

static struct PyModuleDef cache_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "null_for_own_module",
    .m_size = sizeof(null_for_own_module_state),
    .m_methods = cache_methods,
    .m_traverse = null_for_own_module_traverse,
    .m_clear = null_for_own_module_clear,
    .m_free = null_for_own_module_free,
};

PyMODINIT_FUNC
PyInit_null_for_own_module(void)
{
    null_for_own_module_state *state;
    PyObject *module = PyModule_Create(&cache_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_null_for_own_module_state(module);
    state->cache = PyDict_New();
    if (state->cache == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
