#include <Python.h>

#define FORGET(object) do { Py_XDECREF(object); (object) = NULL; } while (0)

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "refuses_module_replaced", NULL, 0, methods,
};

PyMODINIT_FUNC
PyInit_refuses_module_replaced(void)
{
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    if (PyModule_AddIntConstant(module, "one", 1) < 0)
        FORGET(module);
    return module;
}
