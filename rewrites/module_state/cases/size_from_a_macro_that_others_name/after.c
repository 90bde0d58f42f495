#include <Python.h>

#define MODULE_STATE_SIZE 0
#define LIMIT 3

typedef struct {
    PyObject *Error;
} m_state;

static inline m_state *
get_m_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (m_state *)state;
}

static PyObject *
m_fail(PyObject *self, PyObject *ignored)
{
    m_state *state = get_m_state(self);

    PyErr_Format(state->Error, "%d", LIMIT + MODULE_STATE_SIZE);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", m_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
m_traverse(PyObject *module, visitproc visit, void *arg)
{
    m_state *state = get_m_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
m_clear(PyObject *module)
{
    m_state *state = get_m_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
m_free(void *module)
{
    m_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    sizeof(m_state),
    methods,
    NULL,
    m_traverse,
    m_clear,
    m_free,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    m_state *state;
    PyObject *m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    state = get_m_state(m);
    state->Error = PyErr_NewException("m.Error", NULL, NULL);
    Py_XINCREF(state->Error);
    if (PyModule_AddObject(m, "Error", state->Error) < 0) {
        Py_XDECREF(state->Error);
        Py_CLEAR(state->Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
