/* Only the name and a string are made of what _Py_IDENTIFIER is given: it doesn't mean the function. */
#include <Python.h>

_Py_IDENTIFIER(get_loop);

typedef struct {
    PyObject *loop;
} loops_state;

static inline loops_state *
get_loops_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loops_state *)state;
}

static PyObject *
get_loop(loops_state *state)
{
    Py_XINCREF(state->loop);
    return state->loop;
}

static PyObject *
current(PyObject *module, PyObject *other)
{
    loops_state *state = get_loops_state(module);

    if (other != Py_None) {
        PyObject *name = _PyUnicode_FromId(&PyId_get_loop);
        return name == NULL ? NULL : PyObject_GetAttr(other, name);
    }
    return get_loop(state);
}

static PyMethodDef functions[] = {
    {"current", current, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
loops_exec(PyObject *module)
{
    loops_state *state = get_loops_state(module);

    state->loop = PyList_New(0);
    return state->loop == NULL ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, loops_exec},
    {0, NULL}
};

static int
loopsmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    loops_state *state = get_loops_state(module);
    Py_VISIT(state->loop);
    return 0;
}

static int
loopsmodule_clear(PyObject *module)
{
    loops_state *state = get_loops_state(module);
    Py_CLEAR(state->loop);
    return 0;
}

static void
loopsmodule_free(void *module)
{
    loopsmodule_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loops",
    .m_methods = functions,
    .m_slots = slots,
    .m_size = sizeof(loops_state),
    .m_traverse = loopsmodule_traverse,
    .m_clear = loopsmodule_clear,
    .m_free = loopsmodule_free,
};

PyMODINIT_FUNC
PyInit_loops(void)
{
    return PyModuleDef_Init(&definition);
}
