/* One macro declares the initialisation and opens its definition, as py3c does it. */
#include <Python.h>

#define MODULE_INIT_FUNC(name) \
    PyMODINIT_FUNC PyInit_ ## name(void); \
    PyMODINIT_FUNC PyInit_ ## name(void)

static int init_declared_by_its_macro_exec(PyObject *module);

static PyModuleDef_Slot init_declared_by_its_macro_slots[] = {
    {Py_mod_exec, init_declared_by_its_macro_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "init_declared_by_its_macro",
    NULL,
    0,
    NULL,
    init_declared_by_its_macro_slots,
};

static int
init_declared_by_its_macro_exec(PyObject *module)
{
    PyModule_AddIntConstant(module, "answer", 42);
    return 0;
}

MODULE_INIT_FUNC(init_declared_by_its_macro)
{
    return PyModuleDef_Init(&moduledef);
}
