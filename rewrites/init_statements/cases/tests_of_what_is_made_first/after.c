/* Tests whether an object was made before, as in CPython's xxmodule.c: a new module has none. */
#include <Python.h>

typedef struct {
    PyObject *ErrorObject;
    PyObject *WarningObject;
    PyObject *empty;
    PyObject *spare;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyObject *
shelf_fail(PyObject *self, PyObject *arg)
{
    shelf_state *state = get_shelf_state(self);

    if (state->spare == NULL)
        state->spare = PyLong_FromLong(1);
    if (arg == state->empty)
        return Py_XNewRef(state->spare);
    PyErr_SetObject(PyObject_IsTrue(arg) ? state->ErrorObject : state->WarningObject, arg);
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"fail", shelf_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->ErrorObject);
    Py_VISIT(state->WarningObject);
    Py_VISIT(state->empty);
    Py_VISIT(state->spare);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->ErrorObject);
    Py_CLEAR(state->WarningObject);
    Py_CLEAR(state->empty);
    Py_CLEAR(state->spare);
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

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, sizeof(shelf_state), shelf_methods,
    shelf_slots, shelf_traverse, shelf_clear, shelf_free
};

static int
add_warning(PyObject *m)
{
    shelf_state *state = get_shelf_state(m);

    state->WarningObject = PyErr_NewException("shelf.Warning", PyExc_UserWarning, NULL);
    if (state->WarningObject == NULL)
        return -1;
    Py_INCREF(state->WarningObject);
    return PyModule_AddObject(m, "Warning", state->WarningObject);
}

static int
shelf_exec(PyObject *m)
{
    shelf_state *state = get_shelf_state(m);

    /* Add some symbolic constants to the module */
    state->ErrorObject = PyErr_NewException("shelf.error", NULL, NULL);
    if (state->ErrorObject == NULL)
        return -1;
    Py_INCREF(state->ErrorObject);
    PyModule_AddObject(m, "error", state->ErrorObject);
    if (add_warning(m) < 0)
        return -1;
    state->empty = PyTuple_New(0);
    if (state->empty == NULL)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
