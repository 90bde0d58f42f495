#include <Python.h>

typedef struct {
    PyObject *names;
    PyObject *copy;
} replaced_in_init_state;

static inline replaced_in_init_state *
get_replaced_in_init_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (replaced_in_init_state *)state;
}

static PyObject *
get_names(PyObject *module, PyObject *unused)
{
    replaced_in_init_state *state = get_replaced_in_init_state(module);

    Py_INCREF(state->names);
    return state->names;
}

static PyObject *
get_copy(PyObject *module, PyObject *unused)
{
    replaced_in_init_state *state = get_replaced_in_init_state(module);

    Py_INCREF(state->copy);
    return state->copy;
}

static PyMethodDef methods[] = {
    {"get_names", get_names, METH_NOARGS, NULL},
    {"get_copy", get_copy, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
replaced_in_init_traverse(PyObject *module, visitproc visit, void *arg)
{
    replaced_in_init_state *state = get_replaced_in_init_state(module);
    Py_VISIT(state->names);
    Py_VISIT(state->copy);
    return 0;
}

static int
replaced_in_init_clear(PyObject *module)
{
    replaced_in_init_state *state = get_replaced_in_init_state(module);
    Py_CLEAR(state->names);
    Py_CLEAR(state->copy);
    return 0;
}

static void
replaced_in_init_free(void *module)
{
    replaced_in_init_clear((PyObject *)module);
}

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "replaced_in_init", NULL,
    sizeof(replaced_in_init_state), methods,
    NULL, replaced_in_init_traverse, replaced_in_init_clear,
    replaced_in_init_free,
};

PyMODINIT_FUNC
PyInit_replaced_in_init(void)
{
    replaced_in_init_state *state;
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    state = get_replaced_in_init_state(module);
    Py_XSETREF(state->names, PyList_New(0));
    if (state->names == NULL)
        return NULL;
    Py_XSETREF(state->copy, state->names);
    Py_XINCREF(state->copy);
    return module;
}
