/* The module is kept in a variable of the whole process, which only the init function uses. */
#include <Python.h>

static int module_in_global_of_init_exec(PyObject *limits);

static PyModuleDef_Slot module_in_global_of_init_slots[] = {
    {Py_mod_exec, module_in_global_of_init_exec},
    {0, NULL}
};

static struct PyModuleDef limits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_in_global_of_init",
    .m_slots = module_in_global_of_init_slots,
};

static int
module_in_global_of_init_exec(PyObject *limits)
{
    if (PyModule_AddIntConstant(limits, "MAXIMUM", 63) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module_in_global_of_init(void)
{
    return PyModuleDef_Init(&limits_module);
}
