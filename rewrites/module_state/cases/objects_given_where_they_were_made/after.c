/* Objects that only the initialisation names, and only where they were made; and one that a function raises. */
#include <Python.h>

typedef struct {
    PyObject *Full;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyObject *
shelf_put(PyObject *module, PyObject *arg)
{
    shelf_state *state = get_shelf_state(module);

    PyErr_SetObject(state->Full, arg);
    return NULL;
}

static PyMethodDef shelf_methods[] = {
    {"put", shelf_put, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelf_exec(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);

    PyObject *ShelfError = PyErr_NewException("shelf.ShelfError", NULL, NULL);
    if (ShelfError != NULL) {
        PyModule_AddObject(module, "ShelfError", ShelfError);
    }
    PyObject *registry = PyDict_New();
    if (registry)
        PyModule_AddObject(module, "registry", registry);
    state->Full = PyErr_NewException("shelf.Full", PyExc_OverflowError, NULL);
    if (state->Full != NULL) {
        Py_INCREF(state->Full);
        PyModule_AddObject(module, "Full", state->Full);
    }
    return PyErr_Occurred() ? -1 : 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static int
shelfmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->Full);
    return 0;
}

static int
shelfmodule_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->Full);
    return 0;
}

static void
shelfmodule_free(void *module)
{
    shelfmodule_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_methods = shelf_methods,
    .m_slots = shelf_slots,
    .m_size = sizeof(shelf_state),
    .m_traverse = shelfmodule_traverse,
    .m_clear = shelfmodule_clear,
    .m_free = shelfmodule_free,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
