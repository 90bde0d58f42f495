/* The init function keeps what its helper makes in a variable, and returns that. */
#include <Python.h>

typedef struct {
    PyObject *error;
} made_by_helper_state;

static inline made_by_helper_state *
get_made_by_helper_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (made_by_helper_state *)state;
}

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    made_by_helper_state *state = get_made_by_helper_state(self);

    PyErr_SetNone(state->error);
    return NULL;
}

static PyMethodDef helper_functions[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
made_by_helper_traverse(PyObject *module, visitproc visit, void *arg)
{
    made_by_helper_state *state = get_made_by_helper_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
made_by_helper_clear(PyObject *module)
{
    made_by_helper_state *state = get_made_by_helper_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
made_by_helper_free(void *module)
{
    made_by_helper_clear((PyObject *)module);
}

static int make_module(PyObject *module);

static PyModuleDef_Slot made_by_helper_slots[] = {
    {Py_mod_exec, make_module},
    {0, NULL}
};

static struct PyModuleDef helper_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "made_by_helper",
    .m_size = sizeof(made_by_helper_state),
    .m_methods = helper_functions,
    .m_traverse = made_by_helper_traverse,
    .m_clear = made_by_helper_clear,
    .m_free = made_by_helper_free,
    .m_slots = made_by_helper_slots,
};

static int
make_module(PyObject *module)
{
    made_by_helper_state *state = get_made_by_helper_state(module);

    state->error = PyErr_NewException("made_by_helper.Error", NULL, NULL);
    if (state->error == NULL ||
        PyModule_AddObjectRef(module, "Error", state->error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_made_by_helper(void)
{
    return PyModuleDef_Init(&helper_definition);
}
