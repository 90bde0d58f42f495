/* A macro writes a function of the module, which would fetch the state, and a helper, which would be given it. */
#include <Python.h>

static PyObject *names = NULL;

#define GETTER(name)                                            \
    static PyObject *                                           \
    get_##name(PyObject *module, PyObject *key)                 \
    {                                                           \
        PyObject *found = PyDict_GetItem(names, key);           \
        return PyUnicode_FromFormat(#name " %S", found);        \
    }

GETTER(size)
GETTER(name)

static PyObject *
lookup(PyObject *module, PyObject *key)
{
    return get_name(module, key);
}

static PyMethodDef lookup_methods[] = {
    {"lookup", lookup, METH_O, NULL},
    {"get_size", get_size, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef refuses_functions_of_macro_that_differ_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_functions_of_macro_that_differ",
    .m_size = -1,
    .m_methods = lookup_methods,
};

PyMODINIT_FUNC
PyInit_refuses_functions_of_macro_that_differ(void)
{
    PyObject *module = PyModule_Create(&refuses_functions_of_macro_that_differ_module);

    if (module == NULL) {
        return NULL;
    }
    names = PyDict_New();
    if (names == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
