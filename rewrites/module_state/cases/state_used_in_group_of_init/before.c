/* Initialisation needs the state in one group only, which isn't compiled here: nothing is unused without it. */
#include <Python.h>

static PyObject *cache;

static PyObject *
get_cache(void)
{
    if (cache == NULL) {
        cache = PyDict_New();
    }
    return cache;
}

static PyObject *
limits_cache(PyObject *self, PyObject *unused)
{
    PyObject *found = get_cache();

    Py_XINCREF(found);
    return found;
}

static PyMethodDef limits_methods[] = {
    {"cache", limits_cache, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT, "limits", NULL, -1, limits_methods
};

PyMODINIT_FUNC
PyInit_limits(void)
{
    PyObject *module = PyModule_Create(&limits_module);

    if (module == NULL) {
        return NULL;
    }
#ifdef LIMITS_FILLED_EARLY
    if (get_cache() == NULL) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    return module;
}
