/* The second init function adds to the module that the first one makes: it needs the module, not the definition. */
#include <Python.h>

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "refuses_module_changed_by_another_init",
    NULL,
    -1,
    NULL,
};

PyMODINIT_FUNC
PyInit_refuses_module_changed_by_another_init(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (!module)
        return NULL;
    PyModule_AddIntConstant(module, "answer", 42);
    return module;
}

PyMODINIT_FUNC
PyInit_another_name(void)
{
    PyObject *module = PyInit_refuses_module_changed_by_another_init();

    PyModule_AddIntConstant(module, "other", 43);
    return module;
}
