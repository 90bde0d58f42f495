/* The entry does something before its helper makes the module: that belongs to the initialisation. */
#include <Python.h>

typedef struct {
    PyObject *Error;
} first_statements_of_the_entry_state;

static inline first_statements_of_the_entry_state *
get_first_statements_of_the_entry_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (first_statements_of_the_entry_state *)state;
}

static int prepared;

static int
prepare(void)
{
    prepared = 1;
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *
get(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    first_statements_of_the_entry_state *state = get_first_statements_of_the_entry_state(module);

    Py_INCREF(state->Error);
    return state->Error;
}

static PyMethodDef functions[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
first_statements_of_the_entry_traverse(PyObject *module, visitproc visit, void *arg)
{
    first_statements_of_the_entry_state *state = get_first_statements_of_the_entry_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
first_statements_of_the_entry_clear(PyObject *module)
{
    first_statements_of_the_entry_state *state = get_first_statements_of_the_entry_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
first_statements_of_the_entry_free(void *module)
{
    first_statements_of_the_entry_clear((PyObject *)module);
}

static int make_module(PyObject *module);

static PyModuleDef_Slot first_statements_of_the_entry_slots[] = {
    {Py_mod_exec, make_module},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "first_statements_of_the_entry", NULL,
    sizeof(first_statements_of_the_entry_state), functions,
    first_statements_of_the_entry_slots, first_statements_of_the_entry_traverse,
    first_statements_of_the_entry_clear, first_statements_of_the_entry_free
};

static int
make_module(PyObject *module)
{
    first_statements_of_the_entry_state *state = get_first_statements_of_the_entry_state(module);

    if (prepare() < 0) {
        return -1;  /* Nothing is made then. */
    }
    state->Error = PyErr_NewException("first_statements_of_the_entry.Error", NULL, NULL);
    return 0;
}

PyMODINIT_FUNC
PyInit_first_statements_of_the_entry(void)
{
    return PyModuleDef_Init(&definition);
}
