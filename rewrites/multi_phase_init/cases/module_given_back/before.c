/* What fills the module gives it back: all that the init function does but for making it. */
#include <Python.h>

static PyObject *add_constants(PyObject *module) {
    if (PyModule_AddIntConstant(module, "ONE", 1) < 0) {
        return NULL;
    }
    return module;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module_given_back", NULL, 0, NULL
};

PyMODINIT_FUNC
PyInit_module_given_back(void) {
    PyObject *module = PyModule_Create(&definition);
    return (add_constants(module));
}
