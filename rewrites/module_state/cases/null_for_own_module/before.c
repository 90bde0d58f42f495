/* A function that another one calls with NULL for the module, which it didn't need: it gets that of its caller. */
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

static PyObject *
get_twice(PyObject *Py_UNUSED(module), PyObject *key)
{
    PyObject *found = get(NULL, key);

    Py_XDECREF(found);
    return get((PyObject *)NULL, key);
}

static PyMethodDef cache_methods[] = {
    {"get", get, METH_O, NULL},
    {"get_twice", get_twice, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef cache_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "null_for_own_module",
    .m_size = -1,
    .m_methods = cache_methods,
};

PyMODINIT_FUNC
PyInit_null_for_own_module(void)
{
    PyObject *module = PyModule_Create(&cache_module);

    if (module == NULL) {
        return NULL;
    }
    cache = PyDict_New();
    if (cache == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
