/* What begins with the module's name is the library's: it may have any other such name too. */
#include <Python.h>
#include <pthread.h>

typedef struct {
    PyObject *first;
} pthreadmodule_state;

static inline pthreadmodule_state *
get_pthreadmodule_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pthreadmodule_state *)state;
}

static PyObject *
identity(PyObject *module, PyObject *unused)
{
    pthreadmodule_state *state = get_pthreadmodule_state(module);
    PyObject *now = PyLong_FromUnsignedLong((unsigned long)pthread_self());

    if (now != NULL && PyObject_RichCompareBool(now, state->first, Py_EQ) == 1) {
        Py_DECREF(now);
        Py_RETURN_NONE;
    }
    return now;
}

static PyMethodDef functions[] = {
    {"identity", identity, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
pthreads_exec(PyObject *module)
{
    pthreadmodule_state *state = get_pthreadmodule_state(module);

    state->first = PyLong_FromUnsignedLong((unsigned long)pthread_self());
    return state->first == NULL ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, pthreads_exec},
    {0, NULL}
};

static int
pthreadmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    pthreadmodule_state *state = get_pthreadmodule_state(module);
    Py_VISIT(state->first);
    return 0;
}

static int
pthreadmodule_clear(PyObject *module)
{
    pthreadmodule_state *state = get_pthreadmodule_state(module);
    Py_CLEAR(state->first);
    return 0;
}

static void
pthreadmodule_free(void *module)
{
    pthreadmodule_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pthread",
    .m_methods = functions,
    .m_slots = slots,
    .m_size = sizeof(pthreadmodule_state),
    .m_traverse = pthreadmodule_traverse,
    .m_clear = pthreadmodule_clear,
    .m_free = pthreadmodule_free,
};

PyMODINIT_FUNC
PyInit_pthread(void)
{
    return PyModuleDef_Init(&definition);
}
