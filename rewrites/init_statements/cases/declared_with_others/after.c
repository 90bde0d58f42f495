/* The module is made where other variables are declared, of which one needs it. */
#include <Python.h>

typedef struct {
    PyObject *limit;
} declared_with_others_state;

static inline declared_with_others_state *
get_declared_with_others_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (declared_with_others_state *)state;
}

static PyObject *
get_limit(PyObject *self, PyObject *unused)
{
    declared_with_others_state *state = get_declared_with_others_state(self);

    Py_INCREF(state->limit);
    return state->limit;
}

static PyMethodDef declared_functions[] = {
    {"limit", get_limit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
declared_with_others_traverse(PyObject *module, visitproc visit, void *arg)
{
    declared_with_others_state *state = get_declared_with_others_state(module);
    Py_VISIT(state->limit);
    return 0;
}

static int
declared_with_others_clear(PyObject *module)
{
    declared_with_others_state *state = get_declared_with_others_state(module);
    Py_CLEAR(state->limit);
    return 0;
}

static void
declared_with_others_free(void *module)
{
    declared_with_others_clear((PyObject *)module);
}

static int declared_with_others_exec(PyObject *m);

static PyModuleDef_Slot declared_with_others_slots[] = {
    {Py_mod_exec, declared_with_others_exec},
    {0, NULL}
};

static struct PyModuleDef declared_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "declared_with_others",
    .m_size = sizeof(declared_with_others_state),
    .m_methods = declared_functions,
    .m_traverse = declared_with_others_traverse,
    .m_clear = declared_with_others_clear,
    .m_free = declared_with_others_free,
    .m_slots = declared_with_others_slots,
};

static int
declared_with_others_exec(PyObject *m)
{
    declared_with_others_state *state = get_declared_with_others_state(m);
    PyObject *name;
    PyObject *dict = m ? PyModule_GetDict(m) : NULL;

    state->limit = PyLong_FromLong(63);
    name = PyUnicode_FromString("LIMIT");
    if (state->limit == NULL || name == NULL || PyDict_SetItem(dict, name, state->limit) < 0) {
        Py_XDECREF(name);
        return -1;
    }
    Py_DECREF(name);
    return 0;
}

PyMODINIT_FUNC
PyInit_declared_with_others(void)
{
    return PyModuleDef_Init(&declared_definition);
}
