/* Functions begin on the lines of their braces, one of them with a comment. */
#include <Python.h>

typedef struct {
    PyObject *EmptyError;
} first_statements_behind_braces_state;

static inline first_statements_behind_braces_state *
get_first_statements_behind_braces_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (first_statements_behind_braces_state *)state;
}

static PyObject *
shelf_take(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    first_statements_behind_braces_state *state = get_first_statements_behind_braces_state(module);

    PyErr_SetString(state->EmptyError, "there is nothing");
    return NULL;
}

static PyObject *
shelf_error(PyObject *module, PyObject *Py_UNUSED(ignored)) {
    first_statements_behind_braces_state *state = get_first_statements_behind_braces_state(module);

    /* For subclasses. */ Py_INCREF(state->EmptyError);
    return state->EmptyError;
}

static PyObject *
shelf_same(PyObject *module, PyObject *object) {
    first_statements_behind_braces_state *state = get_first_statements_behind_braces_state(module);

    /* At once. */ return PyBool_FromLong(object == state->EmptyError);
}

static PyMethodDef shelf_functions[] = {
    {"take", shelf_take, METH_NOARGS, NULL},
    {"error", shelf_error, METH_NOARGS, NULL},
    {"same", shelf_same, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
first_statements_behind_braces_traverse(PyObject *module, visitproc visit, void *arg)
{
    first_statements_behind_braces_state *state = get_first_statements_behind_braces_state(module);
    Py_VISIT(state->EmptyError);
    return 0;
}

static int
first_statements_behind_braces_clear(PyObject *module)
{
    first_statements_behind_braces_state *state = get_first_statements_behind_braces_state(module);
    Py_CLEAR(state->EmptyError);
    return 0;
}

static void
first_statements_behind_braces_free(void *module)
{
    first_statements_behind_braces_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "first_statements_behind_braces", NULL,
    sizeof(first_statements_behind_braces_state), shelf_functions,
    NULL, first_statements_behind_braces_traverse,
    first_statements_behind_braces_clear, first_statements_behind_braces_free
};

PyMODINIT_FUNC
PyInit_first_statements_behind_braces(void)
{    first_statements_behind_braces_state *state;
   PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    state = get_first_statements_behind_braces_state(module);
    state->EmptyError = PyErr_NewException("first_statements_behind_braces.EmptyError", NULL, NULL);
    if (state->EmptyError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->EmptyError);
    if (PyModule_AddObject(module, "EmptyError", state->EmptyError) < 0) {
        Py_DECREF(state->EmptyError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
