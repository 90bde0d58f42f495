/* The hook m_free is written without its parameter, and has nothing to do with objects. */
#include <Python.h>
#include <stdio.h>

typedef struct {
    PyObject *logging;
    PyObject *logger;
} free_hook_without_parameters_state;

static inline free_hook_without_parameters_state *
get_free_hook_without_parameters_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (free_hook_without_parameters_state *)state;
}

static int
free_hook_without_parameters_traverse(PyObject *module, visitproc visit, void *arg)
{
    free_hook_without_parameters_state *state =
        get_free_hook_without_parameters_state(module);
    Py_VISIT(state->logging);
    Py_VISIT(state->logger);
    return 0;
}

static int
free_hook_without_parameters_clear(PyObject *module)
{
    free_hook_without_parameters_state *state =
        get_free_hook_without_parameters_state(module);
    Py_CLEAR(state->logging);
    Py_CLEAR(state->logger);
    return 0;
}

static void
forget(void *module)
{
    free_hook_without_parameters_clear((PyObject *)module);
    fflush(stdout);
}

static PyObject *
log_name(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    free_hook_without_parameters_state *state =
        get_free_hook_without_parameters_state(module);

    return PyObject_GetAttrString(state->logger, "name");
}

static PyObject *
root_logger(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    free_hook_without_parameters_state *state =
        get_free_hook_without_parameters_state(module);

    return PyObject_CallMethod(state->logging, "getLogger", NULL);
}

static PyMethodDef functions[] = {
    {"log_name", log_name, METH_NOARGS, NULL},
    {"root_logger", root_logger, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int free_hook_without_parameters_exec(PyObject *module);

static PyModuleDef_Slot free_hook_without_parameters_slots[] = {
    {Py_mod_exec, free_hook_without_parameters_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "free_hook_without_parameters", NULL,
    sizeof(free_hook_without_parameters_state), functions,
    free_hook_without_parameters_slots, free_hook_without_parameters_traverse,
    free_hook_without_parameters_clear,
    (freefunc)forget,
};

static int
free_hook_without_parameters_exec(PyObject *module)
{
    free_hook_without_parameters_state *state =
        get_free_hook_without_parameters_state(module);
    PyObject *manager = NULL;

    state->logging = PyImport_ImportModule("logging");
    if (state->logging == NULL) {
        goto error;
    }
    state->logger = PyObject_CallMethod(state->logging, "getLogger", "s", "shelf");
    if (state->logger == NULL) {
        goto error;
    }
    manager = PyObject_CallMethod(state->logger, "getEffectiveLevel", NULL);
    if (manager == NULL) {
        goto error;
    }
    Py_DECREF(manager);
    return 0;

error:
    Py_CLEAR(state->logging);
    Py_CLEAR(state->logger);
    return -1;
}

PyMODINIT_FUNC
PyInit_free_hook_without_parameters(void)
{
    return PyModuleDef_Init(&definition);
}
