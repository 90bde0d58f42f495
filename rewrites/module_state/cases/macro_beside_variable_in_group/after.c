#include <Python.h>

typedef struct {
    PyObject *names;
} names_state;

static inline names_state *
get_names_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (names_state *)state;
}

#ifndef NAMES_ELSEWHERE
#define MOST_NAMES 3
#endif

static PyObject *
add(PyObject *self, PyObject *name)
{
    names_state *state = get_names_state(self);

    if (PyList_GET_SIZE(state->names) >= MOST_NAMES) {
        PyErr_SetString(PyExc_ValueError, "too many names");
        return NULL;
    }
    if (PyList_Append(state->names, name) < 0)
        return NULL;
    return PyLong_FromSsize_t(PyList_GET_SIZE(state->names));
}

static PyMethodDef names_methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
names_traverse(PyObject *module, visitproc visit, void *arg)
{
    names_state *state = get_names_state(module);
    Py_VISIT(state->names);
    return 0;
}

static int
names_clear(PyObject *module)
{
    names_state *state = get_names_state(module);
    Py_CLEAR(state->names);
    return 0;
}

static void
names_free(void *module)
{
    names_clear((PyObject *)module);
}

static struct PyModuleDef namesmodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "names",
    .m_size = sizeof(names_state),
    .m_methods = names_methods,
    .m_traverse = names_traverse,
    .m_clear = names_clear,
    .m_free = names_free,
};

PyMODINIT_FUNC
PyInit_names(void)
{
    names_state *state;
    PyObject *m = PyModule_Create(&namesmodule);
    if (m == NULL)
        return NULL;
    state = get_names_state(m);
    state->names = PyList_New(0);
    if (state->names == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
