/* A function that is called with another object for the module, where there is no module. */
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

static int
compare(const void *left, const void *right)
{
    PyObject *a = get(*(PyObject **)right, *(PyObject **)left);
    PyObject *b = get(*(PyObject **)left, *(PyObject **)right);
    int order = a < b ? -1 : a > b;

    Py_XDECREF(a);
    Py_XDECREF(b);
    return order;
}

static PyObject *
sort(PyObject *Py_UNUSED(module), PyObject *list)
{
    if (!PyList_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "no list");
        return NULL;
    }
    qsort(((PyListObject *)list)->ob_item, PyList_GET_SIZE(list), sizeof(PyObject *), compare);
    Py_RETURN_NONE;
}

static PyMethodDef cache_methods[] = {
    {"get", get, METH_O, NULL},
    {"sort", sort, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef cache_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_other_object_for_module",
    .m_size = -1,
    .m_methods = cache_methods,
};

PyMODINIT_FUNC
PyInit_refuses_other_object_for_module(void)
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
