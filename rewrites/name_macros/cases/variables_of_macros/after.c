/* Interned strings that macros declare and make. */
#include <Python.h>

#define INTERN PyUnicode_InternFromString

typedef struct {
    PyObject *str_open;
    PyObject *str_close;
} variables_of_macros_state;

static inline variables_of_macros_state *
get_variables_of_macros_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (variables_of_macros_state *)state;
}

#define CALL(state, object, name) \
    PyObject_CallMethodNoArgs(object, (state)->str_##name)

static PyObject *
reopen(PyObject *self, PyObject *shop)
{
    variables_of_macros_state *state = get_variables_of_macros_state(self);
    PyObject *result = CALL(state, shop, close);

    if (result == NULL)
        return NULL;
    Py_DECREF(result);
    return CALL(state, shop, open);
}

static PyMethodDef methods[] = {
    {"reopen", reopen, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
variables_of_macros_traverse(PyObject *module, visitproc visit, void *arg)
{
    variables_of_macros_state *state = get_variables_of_macros_state(module);
    Py_VISIT(state->str_open);
    Py_VISIT(state->str_close);
    return 0;
}

static int
variables_of_macros_clear(PyObject *module)
{
    variables_of_macros_state *state = get_variables_of_macros_state(module);
    Py_CLEAR(state->str_open);
    Py_CLEAR(state->str_close);
    return 0;
}

static void
variables_of_macros_free(void *module)
{
    variables_of_macros_clear((PyObject *)module);
}

static int variables_of_macros_exec(PyObject *m);

static PyModuleDef_Slot variables_of_macros_slots[] = {
    {Py_mod_exec, variables_of_macros_exec},
    {0, NULL}
};

static struct PyModuleDef variables_of_macros = {
    PyModuleDef_HEAD_INIT, "variables_of_macros", NULL,
    sizeof(variables_of_macros_state), methods,
    variables_of_macros_slots, variables_of_macros_traverse,
    variables_of_macros_clear, variables_of_macros_free
};

static int
variables_of_macros_exec(PyObject *m)
{
    variables_of_macros_state *state = get_variables_of_macros_state(m);

#define INIT_STRING(S) \
if ((state->str_##S = INTERN(#S)) == NULL) return -1

    INIT_STRING(open);
    INIT_STRING(close);
    return 0;
}

PyMODINIT_FUNC
PyInit_variables_of_macros(void)
{
    return PyModuleDef_Init(&variables_of_macros);
}
