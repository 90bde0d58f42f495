#include <Python.h>

static PyObject *shared;  /* unstatic: keep shared because each interpreter must see the same object */

typedef struct {
    PyObject *own;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyObject *
get(PyObject *module, PyObject *unused)
{
    module_state *state = get_module_state(module);

    return PyTuple_Pack(2, shared, state->own);
}

static PyMethodDef functions[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->own);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->own);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "module",
    NULL,
    sizeof(module_state),
    functions,
    NULL,
    module_traverse,
    module_clear,
    module_free,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    state = get_module_state(module);
    if (shared == NULL)
        shared = PyList_New(0);
    state->own = PyList_New(0);
    if (shared == NULL || state->own == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
