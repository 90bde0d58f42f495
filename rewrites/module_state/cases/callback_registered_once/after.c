/* The C library calls what was registered once for each time: the flag that prevents that is one per process. */
#include <Python.h>
#include <signal.h>

typedef struct {
    PyObject *Error;
} watch_state;

static inline watch_state *
get_watch_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (watch_state *)state;
}

static int is_watching = 0;
static volatile int seen = 0;

static void
see(int number)
{
    seen = number;
}

static PyObject *
start(PyObject *self, PyObject *unused)
{
    if (!is_watching) {
        if (signal(SIGINT, see) == SIG_ERR) {
            watch_state *state = get_watch_state(self);

            PyErr_SetString(state->Error, "can't watch");
            return NULL;
        }
        is_watching = 1;
    }
    Py_RETURN_NONE;
}

static PyObject *
stop(PyObject *self, PyObject *unused)
{
    if (is_watching) {
        signal(SIGINT, SIG_DFL);
        is_watching = 0;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"start", start, METH_NOARGS, NULL},
    {"stop", stop, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
watch_traverse(PyObject *module, visitproc visit, void *arg)
{
    watch_state *state = get_watch_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
watch_clear(PyObject *module)
{
    watch_state *state = get_watch_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
watch_free(void *module)
{
    watch_clear((PyObject *)module);
}

static struct PyModuleDef watch_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "watch",
    .m_size = sizeof(watch_state),
    .m_methods = functions,
    .m_traverse = watch_traverse,
    .m_clear = watch_clear,
    .m_free = watch_free,
};

PyMODINIT_FUNC
PyInit_watch(void)
{
    watch_state *state;
    PyObject *module = PyModule_Create(&watch_module);

    if (module == NULL)
        return NULL;
    state = get_watch_state(module);
    state->Error = PyErr_NewException("watch.Error", NULL, NULL);
    if (state->Error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->Error);
    if (PyModule_AddObject(module, "Error", state->Error) < 0) {
        Py_DECREF(state->Error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
