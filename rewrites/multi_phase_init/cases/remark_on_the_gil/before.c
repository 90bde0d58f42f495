/* Why a module can do without the GIL stays beside what says that it can. */
#include <Python.h>

static struct PyModuleDef gauge_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "gauge",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_gauge(void)
{
    PyObject *module = PyModule_Create(&gauge_module);

    if (module == NULL)
        return NULL;

#ifdef Py_GIL_DISABLED
    /*
     * Nothing is locked here: a gauge belongs to one thread,
     *   as its manual says.
     */
    PyUnstable_Module_SetGIL(module, Py_MOD_GIL_NOT_USED);
#endif

    if (PyModule_AddIntConstant(module, "STEPS", 4) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
