/* The init function keeps what its helper makes in a variable, and returns that. */
#include <Python.h>

static PyObject *error;

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    PyErr_SetNone(error);
    return NULL;
}

static PyMethodDef helper_functions[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef helper_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "made_by_helper",
    .m_size = -1,
    .m_methods = helper_functions,
};

static PyObject *
make_module(void)
{
    PyObject *module = PyModule_Create(&helper_definition);

    if (module == NULL) {
        return NULL;
    }
    error = PyErr_NewException("made_by_helper.Error", NULL, NULL);
    if (error == NULL || PyModule_AddObjectRef(module, "Error", error) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

PyMODINIT_FUNC
PyInit_made_by_helper(void)
{
    PyObject *module = NULL;

    module = make_module();
    if (module == NULL) {
        return NULL;
    }
    return module;
}
