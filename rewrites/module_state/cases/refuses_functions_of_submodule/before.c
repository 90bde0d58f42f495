/* The function belongs to a second module as well, whose state is another. */
#include <Python.h>

static PyObject *cache;

static PyObject *
shared_get(PyObject *self, PyObject *key)
{
    PyObject *found = PyDict_GetItemWithError(cache, key);
    Py_XINCREF(found);
    return found;
}

static PyMethodDef sub_methods[] = {
    {"get", shared_get, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef sub_def = {
    PyModuleDef_HEAD_INIT, "refuses_functions_of_submodule.sub", NULL, -1, sub_methods
};

static PyMethodDef top_methods[] = {
    {"get", shared_get, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef top_def = {
    PyModuleDef_HEAD_INIT, "refuses_functions_of_submodule", NULL, -1, top_methods
};

static PyObject *
make_sub(void)
{
    return PyModule_Create(&sub_def);
}

PyMODINIT_FUNC
PyInit_refuses_functions_of_submodule(void)
{
    PyObject *sub;
    PyObject *module = PyModule_Create(&top_def);

    if (module == NULL)
        return NULL;
    cache = PyDict_New();
    if (cache == NULL)
        return NULL;
    sub = make_sub();
    if (sub == NULL || PyModule_AddObject(module, "sub", sub) < 0)
        return NULL;
    return module;
}
