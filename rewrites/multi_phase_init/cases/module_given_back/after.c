/* What fills the module gives it back: all that the init function does but for making it. */
#include <Python.h>

static PyObject *add_constants(PyObject *module) {
    if (PyModule_AddIntConstant(module, "ONE", 1) < 0) {
        return NULL;
    }
    return module;
}

static int module_given_back_exec(PyObject *module);

static PyModuleDef_Slot module_given_back_slots[] = {
    {Py_mod_exec, module_given_back_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module_given_back", NULL, 0, NULL,
    module_given_back_slots
};

static int
module_given_back_exec(PyObject *module) {
    return (add_constants(module) == NULL ? -1 : 0);
}

PyMODINIT_FUNC
PyInit_module_given_back(void) {
    return PyModuleDef_Init(&definition);
}
