#include <Python.h>

static int gauge_exec(PyObject *module);

static PyModuleDef_Slot gauge_slots[] = {
    {Py_mod_exec, gauge_exec},
#ifdef Py_GIL_DISABLED
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
    PySys_WriteStderr("made gauge\n");

    if (PyModule_AddIntConstant(module, "LEVEL", 3) < 0) {
        goto fail;
    }

    return 0;

fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_gauge(void)
{
    return PyModuleDef_Init(&gauge_module);
}
