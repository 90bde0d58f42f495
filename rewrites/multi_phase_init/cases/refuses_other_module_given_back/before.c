/* The function that gets the module gives another one back in its place. */
#include <Python.h>

static PyObject *replaced(PyObject *module) {
    PyObject *other = PyImport_ImportModule("math");
    if (other == NULL) {
        return module;
    }
    Py_DECREF(module);
    return other;
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "other_module_given_back", NULL, 0, NULL
};

PyMODINIT_FUNC
PyInit_other_module_given_back(void) {
    PyObject *module = PyModule_Create(&definition);
    return replaced(module);
}
