/* Hooks fetch the state, and leave if there is none: what is added to them comes behind that. */
#include <Python.h>

typedef struct {
    PyObject *error;
    PyObject *names;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyObject *
add(PyObject *module, PyObject *name)
{
    shelf_state *state = get_shelf_state(module);

    return PyLong_FromLong(PyList_Append(state->names, name));
}

static PyMethodDef shelf_methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = PyModule_GetState(module);

    if (!state)
        return 0;
    Py_VISIT(state->names);
    Py_VISIT(state->error);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state;

    state = PyModule_GetState(module);
    if (state == NULL) {
        return 0;
    }
    Py_CLEAR(state->names);
    Py_CLEAR(state->error);
    return 0;
}

static int
shelf_exec(PyObject *module)
{
    shelf_state *state = PyModule_GetState(module);

    state->error = PyErr_NewException("shelf.Error", NULL, NULL);
    if (state->error == NULL)
        return -1;
    state->names = PyList_New(0);
    if (state->names == NULL)
        return -1;
    return 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL},
};

static void
shelfmodule_free(void *module)
{
    shelf_state *state = get_shelf_state((PyObject *)module);
    Py_CLEAR(state->names);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_state),
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_free = shelfmodule_free,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
