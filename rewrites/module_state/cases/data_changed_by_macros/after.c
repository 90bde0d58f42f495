#include <Python.h>

typedef struct {
    int calls;
    int (*measure)(int);
    int failures;
} m_state;

static inline m_state *
get_m_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (m_state *)state;
}

static int limit = 10;

#define COUNT(counter) (counter)++
#define USE(function, with) *(void **)&function = (with)
#define BELOW(x, y) ((x) < (y))

static int
twice(int number)
{
    return 2 * number;
}

static PyObject *
m_use(PyObject *self, PyObject *ignored)
{
    m_state *state = get_m_state(self);

    USE(state->measure, twice);
    Py_RETURN_NONE;
}

static PyObject *
m_call(PyObject *self, PyObject *ignored)
{
    m_state *state = get_m_state(self);

    COUNT(state->calls);
    if (state->measure == NULL && !state->failures) {
        (state->failures)++;
    }
    if (state->measure == NULL || !BELOW(state->calls, limit)) {
        Py_RETURN_NONE;
    }
    return PyLong_FromLong(state->measure(state->calls));
}

static PyMethodDef methods[] = {
    {"use", m_use, METH_NOARGS, NULL},
    {"call", m_call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    sizeof(m_state),
    methods,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModule_Create(&definition);
}
