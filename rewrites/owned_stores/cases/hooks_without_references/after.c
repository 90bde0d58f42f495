#include <Python.h>

typedef struct {
    PyObject *hook;
    PyObject *last_result;
    PyObject *names;
} hooks_without_references_state;

static inline hooks_without_references_state *
get_hooks_without_references_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (hooks_without_references_state *)state;
}

/* The caller's argument is all that keeps it. */
static PyObject *
set_hook(PyObject *self, PyObject *args)
{
    hooks_without_references_state *state =
        get_hooks_without_references_state(self);
    PyObject *given;

    if (!PyArg_ParseTuple(args, "O", &given))
        return NULL;
    Py_DECREF(state->hook);
    Py_XINCREF(given);
    state->hook = given;
    Py_RETURN_NONE;
}

static PyObject *
clear_hook(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    hooks_without_references_state *state =
        get_hooks_without_references_state(self);

    Py_INCREF(Py_None);
    Py_XSETREF(state->hook, Py_None);
    Py_RETURN_NONE;
}

static PyObject *
call_hook(PyObject *self, PyObject *args)
{
    hooks_without_references_state *state =
        get_hooks_without_references_state(self);
    PyObject *result;

    if (state->hook == Py_None)
        Py_RETURN_NONE;
    result = PyObject_Call(state->hook, args, NULL);
    if (result == NULL)
        return NULL;
    Py_INCREF(result);
    Py_XSETREF(state->last_result, result);
    return result;
}

static PyObject *
get_last(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    hooks_without_references_state *state =
        get_hooks_without_references_state(self);

    if (state->last_result == NULL)
        Py_RETURN_NONE;
    Py_INCREF(state->last_result);
    return state->last_result;
}

static PyObject *
set_names(PyObject *self, PyObject *given)
{
    hooks_without_references_state *state =
        get_hooks_without_references_state(self);
    PyObject *value = PyDict_Check(given) ? given : NULL;

    Py_XINCREF(value);
    Py_XSETREF(state->names, value);
    return PyBool_FromLong(state->names != NULL);
}

static PyObject *
has_name(PyObject *self, PyObject *name)
{
    hooks_without_references_state *state =
        get_hooks_without_references_state(self);

    if (state->names == NULL)
        Py_RETURN_FALSE;
    return PyBool_FromLong(PyDict_Contains(state->names, name) == 1);
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_VARARGS, NULL},
    {"clear_hook", clear_hook, METH_NOARGS, NULL},
    {"call_hook", call_hook, METH_VARARGS, NULL},
    {"get_last", get_last, METH_NOARGS, NULL},
    {"set_names", set_names, METH_O, NULL},
    {"has_name", has_name, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
hooks_without_references_traverse(PyObject *module, visitproc visit, void *arg)
{
    hooks_without_references_state *state =
        get_hooks_without_references_state(module);
    Py_VISIT(state->hook);
    Py_VISIT(state->last_result);
    Py_VISIT(state->names);
    return 0;
}

static int
hooks_without_references_clear(PyObject *module)
{
    hooks_without_references_state *state =
        get_hooks_without_references_state(module);
    Py_CLEAR(state->hook);
    Py_CLEAR(state->last_result);
    Py_CLEAR(state->names);
    return 0;
}

static void
hooks_without_references_free(void *module)
{
    hooks_without_references_clear((PyObject *)module);
}

static int hooks_without_references_exec(PyObject *module);

static PyModuleDef_Slot hooks_without_references_slots[] = {
    {Py_mod_exec, hooks_without_references_exec},
    {0, NULL}
};

static struct PyModuleDef hooks_module = {
    PyModuleDef_HEAD_INIT, "hooks_without_references", NULL,
    sizeof(hooks_without_references_state), methods,
    hooks_without_references_slots, hooks_without_references_traverse,
    hooks_without_references_clear, hooks_without_references_free
};

static int
hooks_without_references_exec(PyObject *module)
{
    hooks_without_references_state *state =
        get_hooks_without_references_state(module);

    state->hook = Py_None;
    Py_INCREF(state->hook);
    return 0;
}

PyMODINIT_FUNC
PyInit_hooks_without_references(void)
{
    return PyModuleDef_Init(&hooks_module);
}
