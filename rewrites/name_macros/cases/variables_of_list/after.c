/* One list declares the strings and makes them. */
#include <Python.h>

#define NAMES(DO) \
    DO(open) \
    DO(close)
#define INTERN(name) \
    if ((state->str_##name = PyUnicode_InternFromString(#name)) == \
        NULL) return -1;

typedef struct {
    PyObject *str_open;
    PyObject *str_close;
} variables_of_list_state;

static inline variables_of_list_state *
get_variables_of_list_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (variables_of_list_state *)state;
}

static PyObject *
reopen(PyObject *self, PyObject *shop)
{
    variables_of_list_state *state = get_variables_of_list_state(self);
    PyObject *result = PyObject_CallMethodNoArgs(shop, state->str_close);

    if (result == NULL)
        return NULL;
    Py_DECREF(result);
    return PyObject_CallMethodNoArgs(shop, state->str_open);
}

static PyMethodDef methods[] = {
    {"reopen", reopen, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
variables_of_list_traverse(PyObject *module, visitproc visit, void *arg)
{
    variables_of_list_state *state = get_variables_of_list_state(module);
    Py_VISIT(state->str_open);
    Py_VISIT(state->str_close);
    return 0;
}

static int
variables_of_list_clear(PyObject *module)
{
    variables_of_list_state *state = get_variables_of_list_state(module);
    Py_CLEAR(state->str_open);
    Py_CLEAR(state->str_close);
    return 0;
}

static void
variables_of_list_free(void *module)
{
    variables_of_list_clear((PyObject *)module);
}

static int variables_of_list_exec(PyObject *m);

static PyModuleDef_Slot variables_of_list_slots[] = {
    {Py_mod_exec, variables_of_list_exec},
    {0, NULL}
};

static struct PyModuleDef variables_of_list = {
    PyModuleDef_HEAD_INIT, "variables_of_list", NULL,
    sizeof(variables_of_list_state), methods,
    variables_of_list_slots, variables_of_list_traverse,
    variables_of_list_clear, variables_of_list_free
};

static int
variables_of_list_exec(PyObject *m)
{
    variables_of_list_state *state = get_variables_of_list_state(m);

    NAMES(INTERN)
    return 0;
}

PyMODINIT_FUNC
PyInit_variables_of_list(void)
{
    return PyModuleDef_Init(&variables_of_list);
}
