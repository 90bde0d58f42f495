#include <Python.h>

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
fail(PyObject *self, PyObject *arg)
{
#ifdef M_DEBUG
    m_state *state = get_m_state(self);
    PyErr_SetObject(state->Error, arg);
#endif
    return NULL;
}

static PyMethodDef methods[] = {{"fail", fail, METH_O, NULL}, {NULL, NULL, 0, NULL}};

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

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, sizeof(m_state),
    methods, NULL, m_traverse, m_clear, m_free};

PyMODINIT_FUNC
PyInit_m(void)
{
    m_state *state;
    PyObject *m = PyModule_Create(&def);
    if (!m)
        return NULL;
    state = get_m_state(m);
    state->Error = PyErr_NewException("m.Error", NULL, NULL);
    if (!state->Error) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(state->Error);
    PyModule_AddObject(m, "Error", state->Error);
    return m;
}
