#include <Python.h>

typedef struct {
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
shelf_names(PyObject *self, PyObject *args)
{
    shelf_state *state = get_shelf_state(self);

    Py_INCREF(state->names);
    return state->names;
}

/* What Python 2 was given. */
PyMethodDef shelf_methods[] = {
    {"names", shelf_names, METH_NOARGS, NULL},
    {NULL}
};

static struct PyMethodDef module_functions[] = {
    {"names", shelf_names, METH_NOARGS, NULL},
    {NULL}
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->names);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->names);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_state),
    .m_methods = module_functions,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_free = shelf_free,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    shelf_state *state;
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL)
        return NULL;
    state = get_shelf_state(module);
    state->names = PyList_New(0);
    if (state->names == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
