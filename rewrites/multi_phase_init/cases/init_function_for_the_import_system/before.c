#include <Python.h>

/* A program that embeds Python lists the module before it starts. */

PyMODINIT_FUNC PyInit_init_function_for_the_import_system(void);

int
start_python(void)
{
    if (!Py_IsInitialized()) {
        if (PyImport_AppendInittab("init_function_for_the_import_system",
                                   PyInit_init_function_for_the_import_system) < 0) {
            return -1;
        }
        Py_Initialize();
    }
    return 0;
}

static struct PyModuleDef host_module = {
    PyModuleDef_HEAD_INIT, "init_function_for_the_import_system", NULL, -1
};

PyMODINIT_FUNC
PyInit_init_function_for_the_import_system(void)
{
    PyObject *module = PyModule_Create(&host_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "LEVEL", 2) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
