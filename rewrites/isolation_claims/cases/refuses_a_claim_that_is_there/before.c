#include <Python.h>

static int
claimed_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "answer", 42);
}

static PyModuleDef_Slot claimed_slots[] = {
    {Py_mod_exec, claimed_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef claimed_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "claimed",
    .m_slots = claimed_slots,
};

PyMODINIT_FUNC
PyInit_claimed(void)
{
    return PyModuleDef_Init(&claimed_module);
}
