/* What wasn't given is NULL, which a test has told apart before the store. */
#include <Python.h>

typedef struct {
    PyObject *key;
} keys_that_may_be_missing_state;

static inline keys_that_may_be_missing_state *
get_keys_that_may_be_missing_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (keys_that_may_be_missing_state *)state;
}

static PyObject *
set_key(PyObject *self, PyObject *args)
{
    keys_that_may_be_missing_state *state =
        get_keys_that_may_be_missing_state(self);
    PyObject *given = NULL;

    if (!PyArg_ParseTuple(args, "|O", &given))
        return NULL;
    if (given && !PyCallable_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "the key must be callable");
        return NULL;
    }
    Py_XINCREF(given);
    Py_XSETREF(state->key, given);
    return PyBool_FromLong(state->key != NULL);
}

static PyObject *
set_any(PyObject *self, PyObject *given)
{
    keys_that_may_be_missing_state *state =
        get_keys_that_may_be_missing_state(self);

    if (given == Py_None)
        return PyLong_FromLong(0);
    Py_XINCREF(given);
    Py_XSETREF(state->key, given);
    Py_RETURN_NONE;
}

static PyObject *
set_other(PyObject *self, PyObject *given)
{
    keys_that_may_be_missing_state *state =
        get_keys_that_may_be_missing_state(self);

    Py_XINCREF(given);
    Py_XSETREF(state->key, given);  /* borrowed: the caller keeps it */
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set_key", set_key, METH_VARARGS, NULL},
    {"set_any", set_any, METH_O, NULL},
    {"set_other", set_other, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
keys_that_may_be_missing_traverse(PyObject *module, visitproc visit, void *arg)
{
    keys_that_may_be_missing_state *state =
        get_keys_that_may_be_missing_state(module);
    Py_VISIT(state->key);
    return 0;
}

static int
keys_that_may_be_missing_clear(PyObject *module)
{
    keys_that_may_be_missing_state *state =
        get_keys_that_may_be_missing_state(module);
    Py_CLEAR(state->key);
    return 0;
}

static void
keys_that_may_be_missing_free(void *module)
{
    keys_that_may_be_missing_clear((PyObject *)module);
}

static PyModuleDef_Slot keys_that_may_be_missing_slots[] = {
    {0, NULL}
};

static struct PyModuleDef keys_module = {
    PyModuleDef_HEAD_INIT, "keys_that_may_be_missing", NULL,
    sizeof(keys_that_may_be_missing_state), methods,
    keys_that_may_be_missing_slots, keys_that_may_be_missing_traverse,
    keys_that_may_be_missing_clear, keys_that_may_be_missing_free
};

PyMODINIT_FUNC
PyInit_keys_that_may_be_missing(void)
{
    return PyModuleDef_Init(&keys_module);
}
