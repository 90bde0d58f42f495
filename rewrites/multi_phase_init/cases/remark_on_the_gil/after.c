/* Why a module can do without the GIL stays beside what says that it can. */
#include <Python.h>

static int gauge_exec(PyObject *module);

static PyModuleDef_Slot gauge_slots[] = {
    {Py_mod_exec, gauge_exec},
#ifdef Py_GIL_DISABLED
    /*
     * Nothing is locked here: a gauge belongs to one thread,
     *   as its manual says.
     */
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}
};

static struct PyModuleDef gauge_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "gauge",
    .m_size = 0,
    .m_slots = gauge_slots,
};

static int
gauge_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "STEPS", 4) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_gauge(void)
{
    return PyModuleDef_Init(&gauge_module);
}
