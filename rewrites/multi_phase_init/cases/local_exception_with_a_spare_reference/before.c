/* Exceptions in local variables: one with a reference that nobody releases, one that is released, one that is kept. */
#include <Python.h>

static struct PyModuleDef errors_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "local_exception_with_a_spare_reference",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_local_exception_with_a_spare_reference(void)
{
    PyObject *error, *late, *alias;
    PyObject *module = PyModule_Create(&errors_module);
    if (module == NULL)
        return NULL;

    /* The base of all errors. */
    error = PyErr_NewException("errors.Error", NULL, NULL);
    Py_INCREF(error);
    PyModule_AddObject(module, "Error", error);

    late = PyErr_NewException("errors.LateError", error, NULL);
    if (late == NULL)
        goto failed;
    Py_INCREF(late);
    if (PyModule_AddObject(module, "LateError", late) < 0) {
        Py_DECREF(late);
        Py_DECREF(late);
        goto failed;
    }
    Py_DECREF(late);

    alias = PyErr_NewException("errors.OldError", error, NULL);
    Py_XINCREF(alias);
    PyModule_AddObject(module, "OldError", alias);
    PyModule_AddObject(module, "OlderError", alias);
    return module;

failed:
    Py_DECREF(module);
    return NULL;
}
