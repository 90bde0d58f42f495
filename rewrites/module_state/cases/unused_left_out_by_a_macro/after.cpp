#include <Python.h>

/* In C++ a macro can leave the name out. */

typedef struct {
    PyObject *Error;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    module_state *state = get_module_state(self);

    PyErr_SetObject(state->Error, args);
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), functions,
    NULL, module_traverse, module_clear, module_free
};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    state = get_module_state(module);
    state->Error = PyErr_NewException("module.Error", NULL, NULL);
    if (state->Error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->Error);
    PyModule_AddObject(module, "Error", state->Error);
    return module;
}
