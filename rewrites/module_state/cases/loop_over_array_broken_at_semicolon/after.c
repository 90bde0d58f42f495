/* A loop over the array is broken behind a semicolon. */
#include <Python.h>

#define TOO_HIGH 1

typedef struct {
    PyObject *limit_errs[TOO_HIGH + 1];
} limits_state;

static inline limits_state *
get_limits_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (limits_state *)state;
}

static const char *const names[2] = {"limits.TooLow",
                                     "limits.TooHigh"};

static PyObject *
limits_check(PyObject *self, PyObject *value)
{
    limits_state *state = get_limits_state(self);
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyErr_SetObject(state->limit_errs[number > 0], value);
    return NULL;
}

static PyMethodDef limits_functions[] = {
    {"check", limits_check, METH_O, "Complain of a value."},
    {NULL, NULL}
};

static int
limits_traverse(PyObject *module, visitproc visit, void *arg)
{
    limits_state *state = get_limits_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->limit_errs) / sizeof(state->limit_errs[0]);
         i++) {
        Py_VISIT(state->limit_errs[i]);
    }
    return 0;
}

static int
limits_clear(PyObject *module)
{
    limits_state *state = get_limits_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->limit_errs) / sizeof(state->limit_errs[0]);
         i++) {
        Py_CLEAR(state->limit_errs[i]);
    }
    return 0;
}

static void
limits_free(void *module)
{
    limits_clear((PyObject *)module);
}

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "limits",
    .m_size = sizeof(limits_state),
    .m_methods = limits_functions,
    .m_traverse = limits_traverse,
    .m_clear = limits_clear,
    .m_free = limits_free,
};

PyMODINIT_FUNC
PyInit_limits(void)
{
    limits_state *state;
    PyObject *module = PyModule_Create(&limits_module);
    int i;

    if (module == NULL) {
        return NULL;
    }
    state = get_limits_state(module);
    for (i = 0; i < 2; i++) {
        state->limit_errs[i] = PyErr_NewException(names[i], NULL, NULL);
        Py_XINCREF(state->limit_errs[i]);
        if (state->limit_errs[i] == NULL ||
            PyModule_AddObject(module, strrchr(names[i], '.') + 1,
                               state->limit_errs[i]) < 0) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
