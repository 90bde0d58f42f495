/* Comments that name what goes go too; headings of what follows stay. */
#include <Python.h>

typedef struct {
    PyTypeObject *Reed_Type;

    // The PipeSection struct sequence
    PyTypeObject *PipeSection_Type;
} pipes_state;

static inline pipes_state *
get_pipes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pipes_state *)state;
}

// Forward declarations and limits
#define REED_MOST 8

static PyObject *
pipes_reed(PyObject *module, PyObject *number)
{
    pipes_state *state = get_pipes_state(module);

    if (PyObject_IsInstance(number, (PyObject *)state->Reed_Type)) {
        return PyLong_FromLong(REED_MOST);
    }
    return PyObject_CallOneArg((PyObject *)state->PipeSection_Type, number);
}

static PyMethodDef pipes_functions[] = {
    {"reed", pipes_reed, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
pipes_traverse(PyObject *module, visitproc visit, void *arg)
{
    pipes_state *state = get_pipes_state(module);
    Py_VISIT(state->Reed_Type);
    Py_VISIT(state->PipeSection_Type);
    return 0;
}

static int
pipes_clear(PyObject *module)
{
    pipes_state *state = get_pipes_state(module);
    Py_CLEAR(state->Reed_Type);
    Py_CLEAR(state->PipeSection_Type);
    return 0;
}

static void
pipes_free(void *module)
{
    pipes_clear((PyObject *)module);
}

static struct PyModuleDef pipes_module = {
    PyModuleDef_HEAD_INIT, "pipes", NULL, sizeof(pipes_state), pipes_functions,
    NULL, pipes_traverse, pipes_clear, pipes_free
};

PyMODINIT_FUNC
PyInit_pipes(void)
{
    pipes_state *state;
    PyObject *module = PyModule_Create(&pipes_module);

    if (module == NULL)
        return NULL;
    state = get_pipes_state(module);
    state->Reed_Type = (PyTypeObject *)PyObject_GetAttrString(module, "__class__");
    state->PipeSection_Type =
        (PyTypeObject *)PyObject_GetAttrString(module, "__class__");
    if (state->Reed_Type == NULL || state->PipeSection_Type == NULL)
        return NULL;
    return module;
}
