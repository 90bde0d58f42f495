/* An import that finds the earlier module leaves a mark in it. */
#include <Python.h>

static struct PyModuleDef searched_module;

static PyMethodDef searched_methods[] = {
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef searched_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_search_that_counts",
    .m_size = -1,
    .m_methods = searched_methods,
};

PyMODINIT_FUNC
PyInit_refuses_search_that_counts(void)
{
    PyObject *m;

    m = PyState_FindModule(&searched_module);
    if (m) {
        PyModule_AddIntConstant(m, "AGAIN", 1);
        Py_INCREF(m);
        return m;
    }

    m = PyModule_Create(&searched_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(m, "LIMIT", 63) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
