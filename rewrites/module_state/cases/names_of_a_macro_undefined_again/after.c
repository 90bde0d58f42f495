/* INIT_NAME makes a variable's name and a string of what it is given: it doesn't mean the function. */
#include <Python.h>

typedef struct {
    PyObject *py_pop;
    PyObject *py_push;
} stack_state;

static inline stack_state *
get_stack_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (stack_state *)state;
}

static int
init_names(stack_state *state)
{
#define INIT_NAME(N) state->py_ ## N = PyUnicode_InternFromString(#N); \
    if (state->py_ ## N == NULL) return -1
    INIT_NAME(pop);
    INIT_NAME(push);
#undef INIT_NAME
    return 0;
}

static PyObject *
pop(stack_state *state, PyObject *stack)
{
    return PyObject_CallMethodObjArgs(stack, state->py_pop, NULL);
}

static PyObject *
take(PyObject *module, PyObject *stack)
{
    stack_state *state = get_stack_state(module);

    return pop(state, stack);
}

static PyObject *
give(PyObject *module, PyObject *stack)
{
    stack_state *state = get_stack_state(module);

    return PyObject_CallMethodObjArgs(stack, state->py_push, Py_None, NULL);
}

static PyMethodDef stack_methods[] = {
    {"take", take, METH_O, NULL},
    {"give", give, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
stack_traverse(PyObject *module, visitproc visit, void *arg)
{
    stack_state *state = get_stack_state(module);
    Py_VISIT(state->py_pop);
    Py_VISIT(state->py_push);
    return 0;
}

static int
stack_clear(PyObject *module)
{
    stack_state *state = get_stack_state(module);
    Py_CLEAR(state->py_pop);
    Py_CLEAR(state->py_push);
    return 0;
}

static void
stack_free(void *module)
{
    stack_clear((PyObject *)module);
}

static struct PyModuleDef stack_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "stack",
    .m_size = sizeof(stack_state),
    .m_methods = stack_methods,
    .m_traverse = stack_traverse,
    .m_clear = stack_clear,
    .m_free = stack_free,
};

PyMODINIT_FUNC
PyInit_stack(void)
{
    stack_state *state;

    PyObject *module = PyModule_Create(&stack_module);
    if (module == NULL)
        return NULL;
    state = get_stack_state(module);
    if (init_names(state) < 0)
        return NULL;
    return module;
}
