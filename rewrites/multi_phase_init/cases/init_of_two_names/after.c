/* A second init function lets the same module be imported by another name: the definition serves both. */
#include <Python.h>
#include <string.h>

static char module_name[32] = "init_of_two_names";

static int init_of_two_names_exec(PyObject *module);

static PyModuleDef_Slot init_of_two_names_slots[] = {
    {Py_mod_exec, init_of_two_names_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    module_name,
    NULL,
    0,
    NULL,
    init_of_two_names_slots,
};

static int
init_of_two_names_exec(PyObject *module)
{
    PyModule_AddIntConstant(module, "answer", 42);
    return 0;
}

PyMODINIT_FUNC
PyInit_init_of_two_names(void)
{
    return PyModuleDef_Init(&moduledef);
}

PyMODINIT_FUNC
PyInit_another_name(void)
{
    strcpy(module_name, "another_name");
    return PyInit_init_of_two_names();
}
