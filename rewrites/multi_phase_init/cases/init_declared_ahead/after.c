/* A prototype of the initialisation above the definition declares nothing of the exec function. */
#include <Python.h>

PyMODINIT_FUNC PyInit_init_declared_ahead(void);

static int init_declared_ahead_exec(PyObject *module);

static PyModuleDef_Slot init_declared_ahead_slots[] = {
    {Py_mod_exec, init_declared_ahead_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "init_declared_ahead",
    NULL,
    0,
    NULL,
    init_declared_ahead_slots,
};

static int
init_declared_ahead_exec(PyObject *module)
{
    PyModule_AddIntConstant(module, "answer", 42);
    return 0;
}

PyMODINIT_FUNC
PyInit_init_declared_ahead(void)
{
    return PyModuleDef_Init(&moduledef);
}
