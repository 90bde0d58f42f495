/* A name for what PyErr_Format returns, which is NULL: nothing of a module is in it, so that it may stay. */
#include <Python.h>
#include <stdlib.h>

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

static PyObject *failure = NULL;

static int
compare(const void *one, const void *other)
{
    int first = *(const int *)one, second = *(const int *)other;

    if (first < 0 || second < 0) {
        failure = PyErr_Format(PyExc_ValueError, "%d is negative", first < 0 ? first : second);
    }
    else if (first == second) {
        failure = (PyObject *)PyErr_NoMemory();
    }
    return first - second;
}

static PyObject *
m_sort(PyObject *module, PyObject *ignored)
{
    m_state *state = get_m_state(module);
    int numbers[] = {3, 1, 2};

    qsort(numbers, 3, sizeof(int), compare);
    if (PyErr_Occurred()) {
        return failure;
    }
    failure = NULL;
    return PyErr_Format(state->Error, "sorted");
}

static PyMethodDef methods[] = {
    {"sort", m_sort, METH_NOARGS, NULL},
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
    if (state->Error == NULL || PyModule_AddObject(m, "Error", state->Error) < 0) {
        Py_XDECREF(state->Error);
        Py_CLEAR(state->Error);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
