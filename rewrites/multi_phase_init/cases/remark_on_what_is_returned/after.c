/* PyInit_clay says behind its call what that gives back. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static int create_module(PyObject *m);

static PyModuleDef_Slot clay_slots[] = {
    {Py_mod_exec, create_module},
    {0, NULL}
};

static struct PyModuleDef clay_definition = {
    PyModuleDef_HEAD_INIT, "clay", NULL, 0, NULL, clay_slots
};

static int
create_module(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "ONE", 1) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_clay(void)
{
    return PyModuleDef_Init(&clay_definition);
}
