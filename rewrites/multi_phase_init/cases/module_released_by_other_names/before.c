#include <Python.h>

#define DROP Py_DECREF
#define DISCARD(object) Py_XDECREF(object)
#define FORGET Py_CLEAR

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "module_released_by_other_names", NULL, 0, methods,
};

static int
add_limits(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "low", 1) < 0) {
        Py_DecRef(module);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module_released_by_other_names(void)
{
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    if (PyModule_AddIntConstant(module, "one", 1) < 0) {
        Py_DecRef(module);
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "two", 2) < 0) {
        DROP(module);
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "three", 3) < 0) {
        DISCARD(module);
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "four", 4) < 0) {
        FORGET(module);
        return NULL;
    }
    if (add_limits(module) < 0)
        return NULL;
    return module;
}
