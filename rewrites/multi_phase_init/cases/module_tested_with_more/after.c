/* Conditions test the module along with what is done to it: an exec function has the module. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static int
add_numbers(PyObject *m)
{
    return PyModule_AddIntConstant(m, "ONE", 1);
}

static int yarn_exec(PyObject *m);

static PyModuleDef_Slot yarn_slots[] = {
    {Py_mod_exec, yarn_exec},
    {0, NULL}
};

static struct PyModuleDef yarn_definition = {
    PyModuleDef_HEAD_INIT, "yarn", NULL, 0, NULL, yarn_slots
};

static int
yarn_exec(PyObject *m)
{
    if (add_numbers(m) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(m, "TWO", 2) < 0 || PyModule_AddIntConstant(m, "THREE", 3) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_yarn(void)
{
    return PyModuleDef_Init(&yarn_definition);
}
