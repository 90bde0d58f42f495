#include <Python.h>

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static int module_released_by_other_names_exec(PyObject *module);

static PyModuleDef_Slot module_released_by_other_names_slots[] = {
    {Py_mod_exec, module_released_by_other_names_exec},
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "module_released_by_other_names", NULL, 0, methods,
    module_released_by_other_names_slots,
};

static int
add_limits(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "low", 1) < 0) {
        return -1;
    }
    return 0;
}

static int
module_released_by_other_names_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "one", 1) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, "two", 2) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, "three", 3) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, "four", 4) < 0) {
        module = NULL;
        return -1;
    }
    if (add_limits(module) < 0)
        return -1;
    return module == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_module_released_by_other_names(void)
{
    return PyModuleDef_Init(&module_def);
}
