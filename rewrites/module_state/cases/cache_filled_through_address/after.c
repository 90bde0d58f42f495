/* Each function has a cache, whose address it hands on to what fills it. */
#include <Python.h>

static int
make_names(PyObject **cache, const char *name)
{
    PyObject *key;

    if (! ((*cache = PyDict_New()))) {
        return -1;
    }
    key = PyUnicode_InternFromString(name);
    if (key == NULL || PyDict_SetItem(*cache, key, key) < 0) {
        Py_XDECREF(key);
        Py_CLEAR(*cache);
        return -1;
    }
    Py_DECREF(key);
    return 0;
}

static int
knows(PyObject **cache, const char *name, PyObject *key)
{
    if (!*cache && make_names(cache, name) < 0)
        return -1;
    return PyDict_Contains(*cache, key);
}

typedef struct {
    PyObject *shelf_is_box_cache;
    PyObject *shelf_is_lid_cache;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyObject *
shelf_is_box(PyObject *module, PyObject *key)
{
    shelf_state *state = get_shelf_state(module);
    int found = knows(&state->shelf_is_box_cache, "box", key);

    return found < 0 ? NULL : PyBool_FromLong(found);
}

static PyObject *
shelf_is_lid(PyObject *module, PyObject *key)
{
    shelf_state *state = get_shelf_state(module);
    int found = knows(&state->shelf_is_lid_cache, "lid", key);

    return found < 0 ? NULL : PyBool_FromLong(found);
}

static PyMethodDef shelf_functions[] = {
    {"is_box", shelf_is_box, METH_O, NULL},
    {"is_lid", shelf_is_lid, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->shelf_is_box_cache);
    Py_VISIT(state->shelf_is_lid_cache);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->shelf_is_box_cache);
    Py_CLEAR(state->shelf_is_lid_cache);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), shelf_functions,
    NULL, shelf_traverse, shelf_clear, shelf_free
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModule_Create(&shelf_module);
}
