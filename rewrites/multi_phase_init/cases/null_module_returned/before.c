/* The variable of the module is returned where nothing is in it: as NULL, with an error set. */
#include <Python.h>

static struct PyModuleDef early_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "null_module_returned",
    .m_size = -1,
};

static PyObject *
init_early(void)
{
    PyObject *m = NULL, *limit;

    if (Py_IsInitialized() == 0) {
        return m;
    }
    limit = PyLong_FromLong(10);
    if (limit == NULL)
        return m;

    m = PyModule_Create(&early_module);
    if (m == NULL) {
        Py_DECREF(limit);
        PySys_WriteStderr("no module\n");
        return m;
    }

    if (PyModule_AddObject(m, "LIMIT", limit) < 0) {
        Py_DECREF(limit);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}

PyMODINIT_FUNC
PyInit_null_module_returned(void)
{
    return init_early();
}
