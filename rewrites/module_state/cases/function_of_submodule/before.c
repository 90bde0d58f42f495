/* The module makes another one, whose functions get that one: it keeps its maker, which has the state. */
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
    .m_name = "function_of_submodule.inner",
    .m_size = -1,
    .m_methods = inner_functions,
};

static struct PyModuleDef outer_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "function_of_submodule",
    .m_size = -1,
};

static int
add_inner(PyObject *module)
{
    PyObject *inner = PyModule_Create(&inner_module);

    if (inner == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "inner", inner) < 0) {
        Py_DECREF(inner);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_function_of_submodule(void)
{
    PyObject *module = PyModule_Create(&outer_module);

    if (module == NULL) {
        return NULL;
    }
    FullError = PyErr_NewException("function_of_submodule.FullError", NULL, NULL);
    if (FullError == NULL || add_inner(module) < 0) {
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
