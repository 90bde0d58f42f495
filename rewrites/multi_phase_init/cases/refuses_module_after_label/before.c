/* After the label the variable is the imported module or this one, depending on where the jump came from. */
#include <Python.h>

static struct PyModuleDef paths_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_module_after_label",
};

PyMODINIT_FUNC
PyInit_refuses_module_after_label(void)
{
    PyObject *m, *sep = NULL;

    m = PyImport_ImportModule("os");
    if (m == NULL) {
        return NULL;
    }
    sep = PyObject_GetAttrString(m, "sep");
    if (sep == NULL) {
        goto fail;
    }
    Py_DECREF(m);

    m = PyModule_Create(&paths_module);
    if (m == NULL) {
        goto fail;
    }
    if (PyModule_AddObject(m, "separator", sep) < 0) {
        goto fail;
    }
    return m;

fail:
    Py_XDECREF(sep);
    Py_XDECREF(m);
    return NULL;
}
