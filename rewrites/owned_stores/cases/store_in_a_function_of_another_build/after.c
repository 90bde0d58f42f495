#include <Python.h>

typedef struct {
    PyObject *callback;
} hooks_state;

static inline hooks_state *
get_hooks_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (hooks_state *)state;
}

static PyObject *
hooks_call(PyObject *module, PyObject *arg)
{
    hooks_state *state = get_hooks_state(module);

    if (state->callback == NULL)
        Py_RETURN_NONE;
    return PyObject_CallFunctionObjArgs(state->callback, arg, NULL);
}

#ifdef WITH_SET
static PyObject *
hooks_set(PyObject *module, PyObject *given)
{
    hooks_state *state = get_hooks_state(module);

    Py_XINCREF(given);
    Py_XSETREF(state->callback, given);
    Py_RETURN_NONE;
}
#endif

static PyMethodDef hooks_methods[] = {
    {"call", hooks_call, METH_O, NULL},
#ifdef WITH_SET
    {"set", hooks_set, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static int
hooks_traverse(PyObject *module, visitproc visit, void *arg)
{
    hooks_state *state = get_hooks_state(module);
    Py_VISIT(state->callback);
    return 0;
}

static int
hooks_clear(PyObject *module)
{
    hooks_state *state = get_hooks_state(module);
    Py_CLEAR(state->callback);
    return 0;
}

static void
hooks_free(void *module)
{
    hooks_clear((PyObject *)module);
}

static PyModuleDef_Slot hooks_slots[] = {
    {0, NULL}
};

static struct PyModuleDef hooks_module = {
    PyModuleDef_HEAD_INIT, "hooks", NULL, sizeof(hooks_state), hooks_methods,
    hooks_slots, hooks_traverse, hooks_clear, hooks_free,
};

PyMODINIT_FUNC
PyInit_hooks(void)
{
    return PyModuleDef_Init(&hooks_module);
}
