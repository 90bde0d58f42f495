/* A second init function lets the same module be imported by another name: the definition serves both. */
#include <Python.h>
#include <string.h>

static char module_name[32] = "init_of_two_names";

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    module_name,
    NULL,
    -1,
    NULL,
};

PyMODINIT_FUNC
PyInit_init_of_two_names(void)
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
    strcpy(module_name, "another_name");
    return PyInit_init_of_two_names();
}
