/* The C library calls what was registered once for each time: the flag that prevents that is one per process. */
#include <Python.h>
#include <signal.h>

static PyObject *Error;
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
            PyErr_SetString(Error, "can't watch");
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

static struct PyModuleDef watch_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "watch",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_watch(void)
{
    PyObject *module = PyModule_Create(&watch_module);

    if (module == NULL)
        return NULL;
    Error = PyErr_NewException("watch.Error", NULL, NULL);
    if (Error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Error);
    if (PyModule_AddObject(module, "Error", Error) < 0) {
        Py_DECREF(Error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
