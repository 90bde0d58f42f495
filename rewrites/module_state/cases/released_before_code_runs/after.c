#include <Python.h>

/* The collector visits what a module keeps, also while that is replaced. */

typedef struct {
    PyObject *cache;
    PyObject *first;
    PyObject *last;
    PyObject *hook;
    PyObject *lent;
    PyObject *names[4];
} keeper_state;

static inline keeper_state *
get_keeper_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (keeper_state *)state;
}

static PyObject *
reset(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    keeper_state *state = get_keeper_state(self);

    Py_CLEAR(state->cache);
    state->cache = PyDict_New();
    if (state->cache == NULL) {
        return NULL;
    }
    Py_INCREF(state->cache);
    return state->cache;
}

static PyObject *
forget(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    keeper_state *state = get_keeper_state(self);

    Py_CLEAR(state->first);
    Py_CLEAR(state->last);
    Py_RETURN_NONE;
}

static PyObject *
remember(PyObject *self, PyObject *value)
{
    keeper_state *state = get_keeper_state(self);

    Py_XDECREF(state->first);
    state->first = state->last;
    Py_INCREF(value);
    state->last = value;
    Py_RETURN_NONE;
}

/* Nothing runs in between. */
static PyObject *
set_hook(PyObject *self, PyObject *value)
{
    keeper_state *state = get_keeper_state(self);

    Py_INCREF(value);
    Py_XDECREF(state->hook);
    state->hook = value;
    Py_RETURN_NONE;
}

/* The reference is one more, for the time of the call. */
static PyObject *
call_hook(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    keeper_state *state = get_keeper_state(self);
    PyObject *result;

    if (state->hook == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(state->hook);
    result = PyObject_CallObject(state->hook, NULL);
    Py_DECREF(state->hook);
    return result;
}

static PyObject *
replace(PyObject *self, PyObject *value)
{
    keeper_state *state = get_keeper_state(self);
    PyObject *old = state->lent;

    state->lent = PyObject_Repr(value);
    Py_XDECREF(old);
    if (state->lent == NULL) {
        return NULL;
    }
    Py_INCREF(state->lent);
    return state->lent;
}

static PyObject *
rename_one(PyObject *self, PyObject *value)
{
    keeper_state *state = get_keeper_state(self);
    Py_ssize_t i = PyObject_Length(value);

    if (i < 0 || i > 3) {
        PyErr_SetString(PyExc_ValueError, "too many");
        return NULL;
    }
    Py_CLEAR(state->names[i]);
    state->names[i] = PySequence_Tuple(value);
    if (state->names[i] == NULL) {
        return NULL;
    }
    Py_INCREF(state->names[i]);
    return state->names[i];
}

static PyMethodDef methods[] = {
    {"rename_one", rename_one, METH_O, NULL},
    {"reset", reset, METH_NOARGS, NULL},
    {"forget", forget, METH_NOARGS, NULL},
    {"remember", remember, METH_O, NULL},
    {"set_hook", set_hook, METH_O, NULL},
    {"call_hook", call_hook, METH_NOARGS, NULL},
    {"replace", replace, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
keeper_traverse(PyObject *module, visitproc visit, void *arg)
{
    keeper_state *state = get_keeper_state(module);
    size_t i;
    Py_VISIT(state->cache);
    Py_VISIT(state->first);
    Py_VISIT(state->last);
    Py_VISIT(state->hook);
    Py_VISIT(state->lent);
    for (i = 0; i < sizeof(state->names) / sizeof(state->names[0]); i++) {
        Py_VISIT(state->names[i]);
    }
    return 0;
}

static int
keeper_clear(PyObject *module)
{
    keeper_state *state = get_keeper_state(module);
    size_t i;
    Py_CLEAR(state->cache);
    Py_CLEAR(state->first);
    Py_CLEAR(state->last);
    Py_CLEAR(state->hook);
    Py_CLEAR(state->lent);
    for (i = 0; i < sizeof(state->names) / sizeof(state->names[0]); i++) {
        Py_CLEAR(state->names[i]);
    }
    return 0;
}

static void
keeper_free(void *module)
{
    keeper_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "keeper", NULL, sizeof(keeper_state), methods, NULL,
    keeper_traverse, keeper_clear, keeper_free
};

PyMODINIT_FUNC
PyInit_keeper(void)
{
    return PyModule_Create(&definition);
}
