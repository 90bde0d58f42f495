#include <Python.h>

/* The state keeps the pointer; the memory is clear until all classes are there. */

typedef struct {
    PyObject **classes;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

static const char *const names[] = {"module.One", "module.Two"};

static PyObject *
raise_one(PyObject *module, PyObject *arg)
{
    module_state *state = get_module_state(module);
    long number = PyLong_AsLong(arg);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    PyErr_SetString(number < 0 || number > 1 ? PyExc_ValueError : state->classes[number],
                    "told to");
    return NULL;
}

static PyMethodDef functions[] = {
    {"raise_one", raise_one, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    size_t i;
    if (state->classes != NULL) {
        for (i = 0; i < 2; i++) {
            Py_VISIT(state->classes[i]);
        }
    }
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    size_t i;
    if (state->classes != NULL) {
        for (i = 0; i < 2; i++) {
            Py_CLEAR(state->classes[i]);
        }
    }
    return 0;
}

static void
module_free(void *module)
{
    module_state *state = get_module_state((PyObject *)module);
    module_clear((PyObject *)module);
    free(state->classes);
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), functions,
    NULL, module_traverse, module_clear, module_free
};

PyMODINIT_FUNC
PyInit_module(void)
{
    module_state *state;
    int i;
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;
    state = get_module_state(module);
    state->classes = calloc(2, sizeof(PyObject *));
    if (state->classes == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (i = 0; i < 2; i++) {
        state->classes[i] = PyErr_NewException(names[i], NULL, NULL);
        if (state->classes[i] == NULL)
            return NULL;
    }
    return module;
}
