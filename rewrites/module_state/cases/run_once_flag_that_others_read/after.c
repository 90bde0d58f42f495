#include <Python.h>

typedef struct {
    PyObject *Error;

    /* Whether the module was filled before. */
    int filled;
    PyObject *names;
    int started;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    shelf_state *state = get_shelf_state(self);

    if (!state->started)
        state->filled = 0;
    PyErr_SetObject(state->Error, state->names);
    return NULL;
}

static PyMethodDef methods[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};

static int
shelf_exec(PyObject *m)
{
    shelf_state *state = get_shelf_state(m);

    /* Only the first module is filled. */
    if (state->filled != 0)
        return 0;
    state->Error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (state->Error == NULL)
        return -1;
    Py_INCREF(state->Error);
    if (PyModule_AddObject(m, "Error", state->Error) < 0) {
        Py_DECREF(state->Error);
        return -1;
    }
    state->filled = 1;

    if (state->started) {
        return 0;
    }
    state->names = PyList_New(0);
    if (state->names == NULL)
        return -1;
    state->started = 1;
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, shelf_exec}, {0, NULL}};

static int
shelfmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->names);
    return 0;
}

static int
shelfmodule_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->names);
    return 0;
}

static void
shelfmodule_free(void *module)
{
    shelfmodule_clear((PyObject *)module);
}

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "shelf", NULL,
    sizeof(shelf_state), methods, slots,
    shelfmodule_traverse, shelfmodule_clear, shelfmodule_free};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&def);
}
