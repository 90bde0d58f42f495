#include <Python.h>

typedef struct {
    PyObject *Error;
} between_state;

static inline between_state *
get_between_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (between_state *)state;
}

static PyObject *
fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    between_state *state = get_between_state(module);

    PyErr_SetString(state->Error, "as asked");
    return NULL;
}

static PyMethodDef between_methods[] = {
    {"fail", fail, METH_NOARGS, "Raise an error."},
    {NULL, NULL, 0, NULL}
};

static int
between_traverse(PyObject *module, visitproc visit, void *arg)
{
    between_state *state = get_between_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
between_clear(PyObject *module)
{
    between_state *state = get_between_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
between_free(void *module)
{
    between_clear((PyObject *)module);
}

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef between_module = {
    PyModuleDef_HEAD_INIT,
    "between",
    "Failures.",
    sizeof(between_state),
    between_methods,
    NULL,
    between_traverse,
    between_clear,
    between_free
};

PyObject *
PyInit_between(void)
{
    between_state *state;
    PyObject *m = PyModule_Create(&between_module);
    if (m == NULL)
        return m;
    state = get_between_state(m);
#else
PyMODINIT_FUNC
initbetween(void)
{
    PyObject *m;

    m = Py_InitModule3("between", between_methods, "Failures.");
    if (m == NULL)
        return;
#endif

    if (state->Error == NULL) {
        state->Error = PyErr_NewException("between.Error", NULL, NULL);
        if (state->Error == NULL) {
#if PY_MAJOR_VERSION >= 3
            return NULL;
#else
            return;
#endif
        }
    }
    Py_INCREF(state->Error);
    PyModule_AddObject(m, "Error", state->Error);
#if PY_MAJOR_VERSION >= 3
    return m;
#endif
}
