/* A function that isn't given the module makes another one: it has to get it, as that one keeps it. */
#include <Python.h>

static PyObject *FullError;

static PyObject *
inner_fill(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(FullError, "it is full");
    return NULL;
}

static PyMethodDef inner_functions[] = {
    {"fill", inner_fill, METH_NOARGS, NULL},
    {NULL, NULL}
};

static struct PyModuleDef inner_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "submodule_made_without_parent.inner",
    .m_size = -1,
    .m_methods = inner_functions,
};

static struct PyModuleDef outer_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "submodule_made_without_parent",
    .m_size = -1,
};

static PyObject *
make_inner(void)
{
    return PyModule_Create(&inner_module);
}

PyMODINIT_FUNC
PyInit_submodule_made_without_parent(void)
{
    PyObject *inner;
    PyObject *module = PyModule_Create(&outer_module);

    if (module == NULL) {
        return NULL;
    }
    FullError = PyErr_NewException("submodule_made_without_parent.FullError", NULL, NULL);
    inner = make_inner();
    if (FullError == NULL || inner == NULL || PyModule_AddObject(module, "inner", inner) < 0) {
        Py_XDECREF(inner);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(FullError);
    if (PyModule_AddObject(module, "FullError", FullError) < 0) {
        Py_DECREF(FullError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
