/* Exceptions that are made in a loop, each owned by the array and by the module. */
#include <Python.h>

typedef struct {
    PyObject *errors[2];
} errors_made_in_loop_state;

static inline errors_made_in_loop_state *
get_errors_made_in_loop_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (errors_made_in_loop_state *)state;
}

static const char *const names[2] = {"errors_made_in_loop.TooLow", "errors_made_in_loop.TooHigh"};

static PyObject *
limits_check(PyObject *self, PyObject *value)
{
    errors_made_in_loop_state *state = get_errors_made_in_loop_state(self);
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyErr_SetObject(state->errors[number > 0], value);
    return NULL;
}

static PyMethodDef limits_functions[] = {
    {"check", limits_check, METH_O, "Complain of a value."},
    {NULL, NULL}
};

static int
errors_made_in_loop_traverse(PyObject *module, visitproc visit, void *arg)
{
    errors_made_in_loop_state *state = get_errors_made_in_loop_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->errors) / sizeof(state->errors[0]); i++) {
        Py_VISIT(state->errors[i]);
    }
    return 0;
}

static int
errors_made_in_loop_clear(PyObject *module)
{
    errors_made_in_loop_state *state = get_errors_made_in_loop_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->errors) / sizeof(state->errors[0]); i++) {
        Py_CLEAR(state->errors[i]);
    }
    return 0;
}

static void
errors_made_in_loop_free(void *module)
{
    errors_made_in_loop_clear((PyObject *)module);
}

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "errors_made_in_loop",
    .m_size = sizeof(errors_made_in_loop_state),
    .m_methods = limits_functions,
    .m_traverse = errors_made_in_loop_traverse,
    .m_clear = errors_made_in_loop_clear,
    .m_free = errors_made_in_loop_free,
};

PyMODINIT_FUNC
PyInit_errors_made_in_loop(void)
{
    errors_made_in_loop_state *state;
    PyObject *module = PyModule_Create(&limits_module);
    int i;

    if (module == NULL) {
        return NULL;
    }
    state = get_errors_made_in_loop_state(module);
    for (i = 0; i < 2; i++) {
        state->errors[i] = PyErr_NewException(names[i], NULL, NULL);
        Py_XINCREF(state->errors[i]);
        if (state->errors[i] == NULL ||
            PyModule_AddObject(module, strrchr(names[i], '.') + 1, state->errors[i]) < 0) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
