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

static int init_function_for_the_import_system_exec(PyObject *module);

static PyModuleDef_Slot init_function_for_the_import_system_slots[] = {
    {Py_mod_exec, init_function_for_the_import_system_exec},
    {0, NULL}
};

static struct PyModuleDef host_module = {
    PyModuleDef_HEAD_INIT, "init_function_for_the_import_system", NULL, 0, NULL,
    init_function_for_the_import_system_slots
};

static int
init_function_for_the_import_system_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "LEVEL", 2) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_init_function_for_the_import_system(void)
{
    return PyModuleDef_Init(&host_module);
}
