/* Arguments are parsed right into globals, looked at there, and counted once all is right. */
#include <Python.h>

typedef struct {
    PyObject *add_hook;
    PyObject *drop_hook;
    PyObject *last;
} hooks_state;

static inline hooks_state *
get_hooks_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (hooks_state *)state;
}

static PyObject *
set_hooks(PyObject *self, PyObject *args)
{
    hooks_state *state = get_hooks_state(self);

    if (state->add_hook || state->drop_hook) {
        PyErr_SetString(PyExc_RuntimeError, "hooks are there already");
        return NULL;
    }

    PyObject *new_add_hook;
    PyObject *new_drop_hook;

    /* Parse and check arguments. */
    if (!PyArg_ParseTuple(args, (char *) "OO:set_hooks",
                          &new_add_hook, &new_drop_hook) ||
        !PyCallable_Check(new_add_hook) ||
        !PyCallable_Check(new_drop_hook))
        return NULL;

    /* Held until the end. */
    Py_INCREF(new_add_hook);
    Py_XSETREF(state->add_hook, new_add_hook);
    Py_INCREF(new_drop_hook);
    Py_XSETREF(state->drop_hook, new_drop_hook);

    Py_RETURN_NONE;
}

static PyObject *
keep(PyObject *self, PyObject *args)
{
    hooks_state *state = get_hooks_state(self);
    PyObject *new_last;

    if (!PyArg_ParseTuple(args, "O", &new_last))
        return NULL;
    Py_INCREF(new_last);
    Py_XSETREF(state->last, new_last);
    return PyObject_Repr(state->last);
}

static PyObject *
run(PyObject *self, PyObject *noargs)
{
    hooks_state *state = get_hooks_state(self);
    PyObject *result;

    if (!state->add_hook || !state->drop_hook || !state->last) {
        PyErr_SetString(PyExc_TypeError, "no hooks");
        return NULL;
    }
    result = PyObject_CallFunction(state->add_hook, "(O)", state->last);
    if (result == NULL) {
        return NULL;
    }
    Py_DECREF(result);
    return PyObject_CallFunction(state->drop_hook, "(O)", state->last);
}

static PyMethodDef hook_methods[] = {
    {"set_hooks", set_hooks, METH_VARARGS, NULL},
    {"keep", keep, METH_VARARGS, NULL},
    {"run", run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
hooks_traverse(PyObject *module, visitproc visit, void *arg)
{
    hooks_state *state = get_hooks_state(module);
    Py_VISIT(state->add_hook);
    Py_VISIT(state->drop_hook);
    Py_VISIT(state->last);
    return 0;
}

static int
hooks_clear(PyObject *module)
{
    hooks_state *state = get_hooks_state(module);
    Py_CLEAR(state->add_hook);
    Py_CLEAR(state->drop_hook);
    Py_CLEAR(state->last);
    return 0;
}

static void
hooks_free(void *module)
{
    hooks_clear((PyObject *)module);
}

static PyModuleDef_Slot hooks_slots[] = {
    {0, NULL}
};

static struct PyModuleDef hooks_module = {
    PyModuleDef_HEAD_INIT, "hooks", NULL, sizeof(hooks_state), hook_methods,
    hooks_slots, hooks_traverse, hooks_clear, hooks_free
};

PyMODINIT_FUNC
PyInit_hooks(void)
{
    return PyModuleDef_Init(&hooks_module);
}
