/* The initialisation calls the module's m_free with NULL: it would look for the state there. */
#include <Python.h>

static PyObject *cache;

static PyObject *
get(PyObject *Py_UNUSED(module), PyObject *key)
{
    PyObject *found = PyDict_GetItem(cache, key);

    if (found == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(found);
    return found;
}

static PyMethodDef cache_methods[] = {
    {"get", get, METH_O, NULL},
    {NULL}
};

static void
cache_free(void *Py_UNUSED(module))
{
    Py_CLEAR(cache);
}

static struct PyModuleDef cache_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_hook_called_without_module",
    .m_size = -1,
    .m_methods = cache_methods,
    .m_free = cache_free,
};

PyMODINIT_FUNC
PyInit_refuses_hook_called_without_module(void)
{
    PyObject *module = PyModule_Create(&cache_module);

    if (module == NULL) {
        return NULL;
    }
    cache = PyDict_New();
    if (cache == NULL || PyModule_AddIntConstant(module, "size", 0) < 0) {
        cache_free(NULL);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
