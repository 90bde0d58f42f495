#include <Python.h>

static struct PyModuleDef gauge_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "gauge",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_gauge(void)
{
    PyObject *module = NULL;

    PySys_WriteStderr("made gauge\n");

    /* Instantiate this module */
    module = PyModule_Create(&gauge_module);
    if (module == NULL) {
        goto fail;
    }

#ifdef Py_GIL_DISABLED
    PyUnstable_Module_SetGIL(module, Py_MOD_GIL_NOT_USED);
#endif

    if (PyModule_AddIntConstant(module, "LEVEL", 3) < 0) {
        goto fail;
    }

    return module;

fail:
    Py_XDECREF(module);
    return NULL;
}
