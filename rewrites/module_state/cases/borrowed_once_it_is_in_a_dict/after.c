#include <Python.h>

typedef struct {
    PyObject *error;
    PyObject *names;
} borrowed_once_it_is_in_a_dict_state;

static inline borrowed_once_it_is_in_a_dict_state *
get_borrowed_once_it_is_in_a_dict_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (borrowed_once_it_is_in_a_dict_state *)state;
}

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    borrowed_once_it_is_in_a_dict_state *state =
        get_borrowed_once_it_is_in_a_dict_state(module);

    PyErr_SetObject(state->error, state->names);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
borrowed_once_it_is_in_a_dict_traverse(PyObject *module, visitproc visit,
                                       void *arg)
{
    borrowed_once_it_is_in_a_dict_state *state =
        get_borrowed_once_it_is_in_a_dict_state(module);
    Py_VISIT(state->error);
    Py_VISIT(state->names);
    return 0;
}

static int
borrowed_once_it_is_in_a_dict_clear(PyObject *module)
{
    borrowed_once_it_is_in_a_dict_state *state =
        get_borrowed_once_it_is_in_a_dict_state(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->names);
    return 0;
}

static void
borrowed_once_it_is_in_a_dict_free(void *module)
{
    borrowed_once_it_is_in_a_dict_clear((PyObject *)module);
}

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "borrowed_once_it_is_in_a_dict", NULL,
    sizeof(borrowed_once_it_is_in_a_dict_state), methods,
    NULL, borrowed_once_it_is_in_a_dict_traverse,
    borrowed_once_it_is_in_a_dict_clear, borrowed_once_it_is_in_a_dict_free,
};

PyMODINIT_FUNC
PyInit_borrowed_once_it_is_in_a_dict(void)
{
    borrowed_once_it_is_in_a_dict_state *state;
    PyObject *dict;
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    state = get_borrowed_once_it_is_in_a_dict_state(module);
    dict = PyModule_GetDict(module);
    state->error = PyErr_NewException("borrowed_once_it_is_in_a_dict.error", NULL,
                                      NULL);
    if (state->error == NULL)
        return NULL;
    if (PyDict_SetItemString(dict, "error", state->error) < 0)
        return NULL;
    /* The module's dict has it. */
    state->names = PyTuple_New(0);
    if (state->names == NULL ||
        PyDict_SetItemString(dict, "names", state->names) < 0) {
        Py_CLEAR(state->names);
        return NULL;
    }
    return module;
}
