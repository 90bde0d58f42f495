#include <Python.h>

/* What stands in groups of its own becomes fields for all builds, with what is said of it there. */

typedef struct {
    PyObject *utc;

    /* 29 zones:
     *
     * 14 is the one in the middle.
     */
    PyObject *zones[29];

    /* Two ends. */
    PyObject *ends[2];
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyObject *
zone(PyObject *module, PyObject *args)
{
    module_state *state = get_module_state(module);

#if MODULE_KEEPS_ZONES
    if (state->zones[14] == NULL)
        state->zones[14] = PyLong_FromLong(3000);
    Py_XINCREF(state->zones[14]);
    return state->zones[14];
#else
    if (state->ends[1] == NULL)
        state->ends[1] = PyLong_FromLong(4000);
    Py_XINCREF(state->ends[1]);
    return Py_BuildValue("NO", state->ends[1], state->utc);
#endif
}

static PyMethodDef functions[] = {
    {"zone", zone, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    size_t i;
    Py_VISIT(state->utc);
    for (i = 0; i < sizeof(state->zones) / sizeof(state->zones[0]); i++) {
        Py_VISIT(state->zones[i]);
    }
    for (i = 0; i < sizeof(state->ends) / sizeof(state->ends[0]); i++) {
        Py_VISIT(state->ends[i]);
    }
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    size_t i;
    Py_CLEAR(state->utc);
    for (i = 0; i < sizeof(state->zones) / sizeof(state->zones[0]); i++) {
        Py_CLEAR(state->zones[i]);
    }
    for (i = 0; i < sizeof(state->ends) / sizeof(state->ends[0]); i++) {
        Py_CLEAR(state->ends[i]);
    }
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), functions,
    NULL, module_traverse, module_clear, module_free
};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    state = get_module_state(module);
    state->utc = PyLong_FromLong(3000);
    return module;
}
