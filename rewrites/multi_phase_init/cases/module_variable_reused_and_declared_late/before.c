/* The variable of the module holds an imported module until there is one. */
#include <Python.h>

static struct PyModuleDef paths_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_variable_reused_and_declared_late",
};

PyMODINIT_FUNC
PyInit_module_variable_reused_and_declared_late(void)
{
    if (Py_GETENV("NO_PATHS") != NULL) {
        PyErr_SetString(PyExc_ImportError, "NO_PATHS is set");
        return NULL;
    }

    PyObject *m = NULL,
             *sep;

    m = PyImport_ImportModule("os");
    if (m == NULL) {
        return NULL;
    }
    sep = PyObject_GetAttrString(m, "sep");
    Py_DECREF(m);
    if (sep == NULL) {
        return NULL;
    }

    /* Create the module. */
    m = PyModule_Create(&paths_module);
    if (m == NULL) {
        Py_DECREF(sep);
        return NULL;
    }
    if (PyModule_AddObject(m, "separator", sep) < 0) {
        Py_DECREF(sep);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
