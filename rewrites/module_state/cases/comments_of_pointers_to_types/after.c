/* Comments above pointers to types go along with them, and don't call fields global. */
#include <Python.h>

typedef struct {
    /** Pointer to the Reed type object. */
    PyTypeObject *ReedPtr;

    /** Pointer for the iterator type object */
    PyTypeObject *PipeIterType;
} pipes_state;

static inline pipes_state *
get_pipes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pipes_state *)state;
}

/* What a pipe can be asked for. */
#define REED_MOST 8

static PyObject *
pipes_reed(PyObject *module, PyObject *number)
{
    pipes_state *state = get_pipes_state(module);

    if (PyObject_IsInstance(number, (PyObject *)state->ReedPtr)) {
        return PyLong_FromLong(REED_MOST);
    }
    return PyObject_CallOneArg((PyObject *)state->PipeIterType, number);
}

static PyMethodDef pipes_functions[] = {
    {"reed", pipes_reed, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
pipes_traverse(PyObject *module, visitproc visit, void *arg)
{
    pipes_state *state = get_pipes_state(module);
    Py_VISIT(state->ReedPtr);
    Py_VISIT(state->PipeIterType);
    return 0;
}

static int
pipes_clear(PyObject *module)
{
    pipes_state *state = get_pipes_state(module);
    Py_CLEAR(state->ReedPtr);
    Py_CLEAR(state->PipeIterType);
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
    state->ReedPtr = (PyTypeObject *)PyObject_GetAttrString(module, "__class__");
    state->PipeIterType = (PyTypeObject *)PyObject_GetAttrString(module, "__class__");
    if (state->ReedPtr == NULL || state->PipeIterType == NULL)
        return NULL;
    return module;
}
