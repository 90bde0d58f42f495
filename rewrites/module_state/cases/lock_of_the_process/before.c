#include <Python.h>
#include <pthread.h>

struct counts {
    int calls;
    int failures;
};

/* One for all modules: it guards what is behind all of them. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct counts limits = {10, 5};
static struct counts done = {0};
static PyObject *Error;

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    pthread_mutex_lock(&lock);
    done.calls += 1;
    if (done.calls > limits.calls) {
        done.failures += 1;
        limits.calls *= 2;
    }
    pthread_mutex_unlock(&lock);
    if (done.failures > limits.failures) {
        PyErr_SetString(Error, "too many failures");
        return NULL;
    }
    return PyLong_FromLong(done.failures);
}

static PyMethodDef guarded_methods[] = {
    {"count", count, METH_NOARGS, "Count a call."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef guarded_module = {
    PyModuleDef_HEAD_INIT,
    "guarded",
    "Counts.",
    -1,
    guarded_methods
};

PyMODINIT_FUNC
PyInit_guarded(void)
{
    PyObject *module = PyModule_Create(&guarded_module);

    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("guarded.Error", NULL, NULL);
    Py_XINCREF(Error);
    if (PyModule_AddObject(module, "Error", Error) < 0) {
        Py_XDECREF(Error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
