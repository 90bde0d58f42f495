#include <Python.h>
#include <pthread.h>

struct counts {
    int calls;
    int failures;
};

/* One for all modules: it guards what is behind all of them. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct counts limits = {10, 5};

typedef struct {
    struct counts done;
    PyObject *Error;
} guarded_state;

static inline guarded_state *
get_guarded_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (guarded_state *)state;
}

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    guarded_state *state = get_guarded_state(module);

    pthread_mutex_lock(&lock);
    state->done.calls += 1;
    if (state->done.calls > limits.calls) {
        state->done.failures += 1;
        limits.calls *= 2;
    }
    pthread_mutex_unlock(&lock);
    if (state->done.failures > limits.failures) {
        PyErr_SetString(state->Error, "too many failures");
        return NULL;
    }
    return PyLong_FromLong(state->done.failures);
}

static PyMethodDef guarded_methods[] = {
    {"count", count, METH_NOARGS, "Count a call."},
    {NULL, NULL, 0, NULL}
};

static int
guarded_traverse(PyObject *module, visitproc visit, void *arg)
{
    guarded_state *state = get_guarded_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
guarded_clear(PyObject *module)
{
    guarded_state *state = get_guarded_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
guarded_free(void *module)
{
    guarded_clear((PyObject *)module);
}

static struct PyModuleDef guarded_module = {
    PyModuleDef_HEAD_INIT,
    "guarded",
    "Counts.",
    sizeof(guarded_state),
    guarded_methods,
    NULL,
    guarded_traverse,
    guarded_clear,
    guarded_free
};

PyMODINIT_FUNC
PyInit_guarded(void)
{
    guarded_state *state;
    PyObject *module = PyModule_Create(&guarded_module);

    if (module == NULL) {
        return NULL;
    }
    state = get_guarded_state(module);
    state->Error = PyErr_NewException("guarded.Error", NULL, NULL);
    Py_XINCREF(state->Error);
    if (PyModule_AddObject(module, "Error", state->Error) < 0) {
        Py_XDECREF(state->Error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
