/* One macro declares the initialisation and opens its definition, as py3c does it. */
#include <Python.h>

#define MODULE_INIT_FUNC(name) \
    PyMODINIT_FUNC PyInit_ ## name(void); \
    PyMODINIT_FUNC PyInit_ ## name(void)

MODULE_INIT_FUNC(init_declared_by_its_macro)
{
    PyObject *module;
    static struct PyModuleDef moduledef = {
        PyModuleDef_HEAD_INIT,
        "init_declared_by_its_macro",
        NULL,
        -1,
        NULL,
    };

    module = PyModule_Create(&moduledef);
    if (!module)
        return NULL;
    PyModule_AddIntConstant(module, "answer", 42);
    return module;
}
