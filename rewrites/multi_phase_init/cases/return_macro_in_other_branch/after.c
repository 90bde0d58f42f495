/* A macro returns from the init function, in a group for another platform as well. */
#include <Python.h>

static int return_macro_in_other_branch_exec(PyObject *module);

static PyModuleDef_Slot return_macro_in_other_branch_slots[] = {
    {Py_mod_exec, return_macro_in_other_branch_exec},
    {0, NULL}
};

static struct PyModuleDef return_macro_in_other_branch = {
    PyModuleDef_HEAD_INIT,
    .m_name = "return_macro_in_other_branch",
    .m_size = 0,
    .m_slots = return_macro_in_other_branch_slots,
};

static int
return_macro_in_other_branch_exec(PyObject *module)
{
#ifdef _WIN32
    if (PyModule_AddStringConstant(module, "linesep", "\r\n") < 0) {
        return -1;
    }
#endif
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_return_macro_in_other_branch(void)
{
    return PyModuleDef_Init(&return_macro_in_other_branch);
}
