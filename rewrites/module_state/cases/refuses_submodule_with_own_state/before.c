/* The module makes another one, which has a state already: there is no place for its maker. */
#include <Python.h>

typedef struct {
    int filled;
} inner_state;

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
    .m_name = "refuses_submodule_with_own_state.inner",
    .m_size = sizeof(inner_state),
    .m_methods = inner_functions,
};

static struct PyModuleDef outer_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_submodule_with_own_state",
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
PyInit_refuses_submodule_with_own_state(void)
{
    PyObject *module = PyModule_Create(&outer_module);

    if (module == NULL) {
        return NULL;
    }
    FullError = PyErr_NewException("refuses_submodule_with_own_state.FullError", NULL, NULL);
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
