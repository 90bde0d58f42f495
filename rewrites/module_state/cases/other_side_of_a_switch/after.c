#include <Python.h>

#define WITH_CACHE

typedef struct {
    PyObject *last_text;
} other_side_of_a_switch_state;

static inline other_side_of_a_switch_state *
get_other_side_of_a_switch_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (other_side_of_a_switch_state *)state;
}

static PyObject *
remember(PyObject *module, PyObject *text)
{
    other_side_of_a_switch_state *state =
        get_other_side_of_a_switch_state(module);

    Py_INCREF(text);
    Py_XSETREF(state->last_text, text);
    Py_RETURN_NONE;
}

static PyObject *
recall(PyObject *module, PyObject *unused)
{
    other_side_of_a_switch_state *state =
        get_other_side_of_a_switch_state(module);

#ifdef WITH_CACHE
    if (state->last_text != NULL) {
        Py_INCREF(state->last_text);
        return state->last_text;
    }
    Py_RETURN_NONE;
#else
    Py_CLEAR(state->last_text);
    Py_RETURN_NONE;
#endif
}

static PyMethodDef functions[] = {
    {"remember", remember, METH_O, NULL},
    {"recall", recall, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
other_side_of_a_switch_traverse(PyObject *module, visitproc visit, void *arg)
{
    other_side_of_a_switch_state *state =
        get_other_side_of_a_switch_state(module);
    Py_VISIT(state->last_text);
    return 0;
}

static int
other_side_of_a_switch_clear(PyObject *module)
{
    other_side_of_a_switch_state *state =
        get_other_side_of_a_switch_state(module);
    Py_CLEAR(state->last_text);
    return 0;
}

static void
other_side_of_a_switch_free(void *module)
{
    other_side_of_a_switch_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "other_side_of_a_switch",
    .m_size = sizeof(other_side_of_a_switch_state),
    .m_methods = functions,
    .m_traverse = other_side_of_a_switch_traverse,
    .m_clear = other_side_of_a_switch_clear,
    .m_free = other_side_of_a_switch_free,
};

PyMODINIT_FUNC
PyInit_other_side_of_a_switch(void)
{
    return PyModule_Create(&definition);
}
