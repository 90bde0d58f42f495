#include <Python.h>

typedef struct {
    PyObject *FullError;
    int calls;
} stack_state;

static inline stack_state *
get_stack_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (stack_state *)state;
}

static double values[100];
static int depth;
static struct { long key; PyObject *hook; } hooks[4];
static int n_hooks;

static PyObject *
push(PyObject *module, PyObject *arg)
{
    double value = PyFloat_AsDouble(arg);

    if (value == -1.0 && PyErr_Occurred())
        return NULL;
    if (depth == 100) {
        stack_state *state = get_stack_state(module);

        PyErr_SetString(state->FullError, "no room is left");
        return NULL;
    }
    values[depth++] = value;
    Py_RETURN_NONE;
}

static PyObject *
sum(PyObject *module, PyObject *ignored)
{
    stack_state *state = get_stack_state(module);
    double result = 0;
    int i;

    state->calls++;
    for (i = 0; i < depth; i++)
        result += values[i];
    return PyFloat_FromDouble(result);
}

static PyObject *
count(PyObject *module, PyObject *ignored)
{
    stack_state *state = get_stack_state(module);

    return PyLong_FromLong(state->calls);
}

static PyObject *
find_hook(PyObject *module, PyObject *arg)
{
    long key = PyLong_AsLong(arg);
    int i;

    for (i = 0; i < n_hooks; i++) {
        if (hooks[i].key == key) {
            Py_INCREF(hooks[i].hook);
            return hooks[i].hook;
        }
    }
    Py_RETURN_NONE;
}

static PyObject *
add_hook(PyObject *module, PyObject *hook)
{
    void *entry = &hooks[n_hooks];

    if (n_hooks == 4) {
        stack_state *state = get_stack_state(module);

        PyErr_SetString(state->FullError, "no room is left");
        return NULL;
    }
    Py_INCREF(hook);
    hooks[n_hooks].key = (long)entry;
    hooks[n_hooks++].hook = hook;
    return PyLong_FromVoidPtr(entry);
}

static PyMethodDef methods[] = {
    {"push", push, METH_O, NULL},
    {"sum", sum, METH_NOARGS, NULL},
    {"count", count, METH_NOARGS, NULL},
    {"add_hook", add_hook, METH_O, NULL},
    {"find_hook", find_hook, METH_O, NULL},
    {NULL}
};

static int
stack_traverse(PyObject *module, visitproc visit, void *arg)
{
    stack_state *state = get_stack_state(module);
    Py_VISIT(state->FullError);
    return 0;
}

static int
stack_clear(PyObject *module)
{
    stack_state *state = get_stack_state(module);
    Py_CLEAR(state->FullError);
    return 0;
}

static void
stack_free(void *module)
{
    stack_clear((PyObject *)module);
}

static struct PyModuleDef stack_module = {
    PyModuleDef_HEAD_INIT, "stack", NULL, sizeof(stack_state), methods, NULL,
    stack_traverse, stack_clear, stack_free
};

PyMODINIT_FUNC
PyInit_stack(void)
{
    stack_state *state;
    PyObject *m = PyModule_Create(&stack_module);

    if (m == NULL)
        return NULL;
    state = get_stack_state(m);
    state->FullError = PyErr_NewException("stack.FullError", NULL, NULL);
    Py_XINCREF(state->FullError);
    if (PyModule_AddObject(m, "FullError", state->FullError) < 0) {
        Py_XDECREF(state->FullError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
