/* The hook m_free releases what the initialisation makes. */
#include <Python.h>

typedef struct {
    PyObject *hosts;
} released_by_free_hook_state;

static inline released_by_free_hook_state *
get_released_by_free_hook_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (released_by_free_hook_state *)state;
}

static PyObject *
get_hosts(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    released_by_free_hook_state *state =
        get_released_by_free_hook_state(module);

    Py_INCREF(state->hosts);
    return state->hosts;
}

static PyMethodDef functions[] = {
    {"hosts", get_hosts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
released_by_free_hook_traverse(PyObject *module, visitproc visit, void *arg)
{
    released_by_free_hook_state *state =
        get_released_by_free_hook_state(module);
    Py_VISIT(state->hosts);
    return 0;
}

static int
released_by_free_hook_clear(PyObject *module)
{
    released_by_free_hook_state *state =
        get_released_by_free_hook_state(module);
    Py_CLEAR(state->hosts);
    return 0;
}

static void
free_hosts(void *module)
{
    released_by_free_hook_clear((PyObject *)module);
}

static int released_by_free_hook_exec(PyObject *module);

static PyModuleDef_Slot released_by_free_hook_slots[] = {
    {Py_mod_exec, released_by_free_hook_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "released_by_free_hook",
    .m_size = sizeof(released_by_free_hook_state),
    .m_methods = functions,
    .m_free = free_hosts,
    .m_traverse = released_by_free_hook_traverse,
    .m_clear = released_by_free_hook_clear,
    .m_slots = released_by_free_hook_slots,
};

static int
released_by_free_hook_exec(PyObject *module)
{
    released_by_free_hook_state *state =
        get_released_by_free_hook_state(module);

    state->hosts = PyDict_New();
    if (state->hosts == NULL) {
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_released_by_free_hook(void)
{
    return PyModuleDef_Init(&definition);
}
