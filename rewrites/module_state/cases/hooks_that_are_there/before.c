/* The module has hooks already: they clear some globals, and keep count of something else. */
#include <Python.h>

static PyObject *LimitError;
static PyObject *cache;
static int loaded;

static PyObject *
limits_check(PyObject *self, PyObject *value)
{
    PyObject *known = PyDict_GetItemWithError(cache, value);

    if (known == NULL && !PyErr_Occurred()) {
        PyErr_SetObject(LimitError, value);
    }
    Py_XINCREF(known);
    return known;
}

static PyMethodDef limits_functions[] = {
    {"check", limits_check, METH_O, "Return what is known of a value."},
    {NULL, NULL}
};

static int
limits_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(cache);
    return 0;
}

static void
limits_free(void *m)
{
    Py_CLEAR(cache);
    loaded--;
}

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "hooks_that_are_there",
    .m_size = -1,
    .m_methods = limits_functions,
    .m_traverse = limits_traverse,
    .m_free = limits_free,
};

PyMODINIT_FUNC
PyInit_hooks_that_are_there(void)
{
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL) {
        return NULL;
    }
    cache = PyDict_New();
    if (cache == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    LimitError = PyErr_NewException("hooks_that_are_there.LimitError", NULL, NULL);
    if (LimitError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(LimitError);
    if (PyModule_AddObject(module, "LimitError", LimitError) < 0) {
        Py_DECREF(LimitError);
        Py_DECREF(module);
        return NULL;
    }
    loaded++;
    return module;
}
