#include <Python.h>
#include <assert.h>

typedef struct {
    PyObject *last;
} check_state;

static inline check_state *
get_check_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (check_state *)state;
}

static PyObject *
check_asserted(PyObject *self, PyObject *value)
{
#ifndef NDEBUG
    check_state *state = get_check_state(self);
#endif

    assert(state->last != NULL);
    assert(value != state->last);
    Py_RETURN_NONE;
}

static PyObject *
check_last(PyObject *self, PyObject *value)
{
    check_state *state = get_check_state(self);

    assert(value != state->last);
    Py_INCREF(state->last);
    return state->last;
}

static PyMethodDef check_methods[] = {
    {"asserted", check_asserted, METH_O, NULL},
    {"last", check_last, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
check_traverse(PyObject *module, visitproc visit, void *arg)
{
    check_state *state = get_check_state(module);
    Py_VISIT(state->last);
    return 0;
}

static int
check_clear(PyObject *module)
{
    check_state *state = get_check_state(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
check_free(void *module)
{
    check_clear((PyObject *)module);
}

static struct PyModuleDef check_module = {
    PyModuleDef_HEAD_INIT, "check", NULL, sizeof(check_state), check_methods,
    NULL, check_traverse, check_clear, check_free
};

PyMODINIT_FUNC
PyInit_check(void)
{
    check_state *state;
    PyObject *module = PyModule_Create(&check_module);
    if (module == NULL)
        return NULL;
    state = get_check_state(module);
    state->last = PyList_New(0);
    return module;
}
