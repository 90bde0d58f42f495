/* A prototype of the initialisation above the definition declares nothing of the exec function. */
#include <Python.h>

PyMODINIT_FUNC PyInit_init_declared_ahead(void);

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "init_declared_ahead",
    NULL,
    -1,
    NULL,
};

PyMODINIT_FUNC
PyInit_init_declared_ahead(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (!module)
        return NULL;
    PyModule_AddIntConstant(module, "answer", 42);
    return module;
}
