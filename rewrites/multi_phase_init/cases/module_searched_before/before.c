/* The init function looks for an earlier module, in a statement of its own, and under an #if. */
#include <Python.h>

static struct PyModuleDef searched_module;

static PyMethodDef searched_methods[] = {
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef searched_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_searched_before",
    .m_size = -1,
    .m_methods = searched_methods,
};

PyMODINIT_FUNC
PyInit_module_searched_before(void)
{
    PyObject *m;

#ifndef PYPY_VERSION
    m = PyState_FindModule(&searched_module);
    if (m) {
        Py_INCREF(m);
        return m;
    }
#endif

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
