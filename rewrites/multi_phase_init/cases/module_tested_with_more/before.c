/* Conditions test the module along with what is done to it: an exec function has the module. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static int
add_numbers(PyObject *m)
{
    return PyModule_AddIntConstant(m, "ONE", 1);
}

static struct PyModuleDef yarn_definition = {
    PyModuleDef_HEAD_INIT, "yarn", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_yarn(void)
{
    PyObject *m;

    m = PyModule_Create(&yarn_definition);
    if (m == NULL || add_numbers(m) < 0) {
        return NULL;
    }
    if (PyModule_AddIntConstant(m, "TWO", 2) < 0 || !m || PyModule_AddIntConstant(m, "THREE", 3) < 0) {
        return NULL;
    }
    return m;
}
