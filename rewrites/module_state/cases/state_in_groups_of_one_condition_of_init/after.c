#include <Python.h>

typedef struct {
    PyObject *SoftError;
    PyObject *HardError;
} errors_state;

static inline errors_state *
get_errors_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (errors_state *)state;
}

#ifdef HAVE_ERRORS
static PyObject *
fail(PyObject *self, PyObject *hard)
{
    errors_state *state = get_errors_state(self);

    PyErr_SetNone(PyObject_IsTrue(hard) ? state->HardError : state->SoftError);
    return NULL;
}
#endif

static PyMethodDef methods[] = {
#ifdef HAVE_ERRORS
    {"fail", fail, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static int
errors_traverse(PyObject *module, visitproc visit, void *arg)
{
    errors_state *state = get_errors_state(module);
    Py_VISIT(state->SoftError);
    Py_VISIT(state->HardError);
    return 0;
}

static int
errors_clear(PyObject *module)
{
    errors_state *state = get_errors_state(module);
    Py_CLEAR(state->SoftError);
    Py_CLEAR(state->HardError);
    return 0;
}

static void
errors_free(void *module)
{
    errors_clear((PyObject *)module);
}

static struct PyModuleDef errors = {PyModuleDef_HEAD_INIT, "errors", NULL,
    sizeof(errors_state), methods, NULL, errors_traverse, errors_clear, errors_free};

PyMODINIT_FUNC
PyInit_errors(void)
{
    PyObject *module = PyModule_Create(&errors);

    if (module == NULL)
        return NULL;
#ifdef HAVE_ERRORS
    errors_state *state = get_errors_state(module);
    state->SoftError = PyErr_NewException("errors.SoftError", NULL, NULL);
    if (PyModule_AddObjectRef(module, "SoftError", state->SoftError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    if (PyModule_AddIntConstant(module, "LIMIT", 3) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#ifdef HAVE_ERRORS
    state->HardError = PyErr_NewException("errors.HardError", state->SoftError, NULL);
    if (PyModule_AddObjectRef(module, "HardError", state->HardError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    return module;
}
