#include <Python.h>

typedef struct {
    PyObject *Error;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    shelf_state *state = get_shelf_state(self);

    PyErr_SetString(state->Error, "as asked");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static int shelf_exec(PyObject *m);

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), methods,
    shelf_slots, shelf_traverse, shelf_clear, shelf_free
};

static int
shelf_exec(PyObject *m)
{
    shelf_state *state = get_shelf_state(m);
    state->Error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (state->Error == NULL) {
        return -1;
    }
    Py_INCREF(state->Error);
    if (PyModule_AddObject(m, "Error", state->Error) < 0) {
        Py_DECREF(state->Error);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf);
}
