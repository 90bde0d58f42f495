/* m_clear gives memory back that it doesn't forget: m_free must not call it a second time. */
#include <Python.h>

typedef struct {
    PyObject *FullError;
} clear_that_must_run_once_state;

static inline clear_that_must_run_once_state *
get_clear_that_must_run_once_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (clear_that_must_run_once_state *)state;
}

static char *pool;

static PyObject *
pool_take(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    clear_that_must_run_once_state *state = get_clear_that_must_run_once_state(self);

    PyErr_SetString(state->FullError, "nothing is left");
    return NULL;
}

static PyMethodDef pool_functions[] = {
    {"take", pool_take, METH_NOARGS, "Take something."},
    {NULL, NULL}
};

static int
pool_clear(PyObject *m)
{
    clear_that_must_run_once_state *state = get_clear_that_must_run_once_state(m);
    Py_CLEAR(state->FullError);
    PyMem_Free(pool);
    return 0;
}

static int
clear_that_must_run_once_traverse(PyObject *module, visitproc visit, void *arg)
{
    clear_that_must_run_once_state *state = get_clear_that_must_run_once_state(module);
    Py_VISIT(state->FullError);
    return 0;
}

static void
clear_that_must_run_once_free(void *module)
{
    clear_that_must_run_once_state *state =
        get_clear_that_must_run_once_state((PyObject *)module);
    Py_CLEAR(state->FullError);
}

static struct PyModuleDef pool_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "clear_that_must_run_once",
    .m_size = sizeof(clear_that_must_run_once_state),
    .m_methods = pool_functions,
    .m_clear = pool_clear,
    .m_traverse = clear_that_must_run_once_traverse,
    .m_free = clear_that_must_run_once_free,
};

PyMODINIT_FUNC
PyInit_clear_that_must_run_once(void)
{
    clear_that_must_run_once_state *state;
    PyObject *module = PyModule_Create(&pool_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_clear_that_must_run_once_state(module);
    state->FullError = PyErr_NewException("clear_that_must_run_once.FullError", NULL, NULL);
    if (state->FullError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->FullError);
    if (PyModule_AddObject(module, "FullError", state->FullError) < 0) {
        Py_DECREF(state->FullError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
