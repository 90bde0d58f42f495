/* Two modules are made of one source: the build names them, and Python 2 had names of its own. */
#include <Python.h>

static PyMethodDef names_of_builds_in_python_3_methods[] = {
    {NULL, NULL, 0, NULL}
};

static int names_of_builds_in_python_3_exec(PyObject *module);

static PyModuleDef_Slot names_of_builds_in_python_3_slots[] = {
    {Py_mod_exec, names_of_builds_in_python_3_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
#ifdef LEGACY
    "names_of_builds_in_python_3_legacy",
#else
    "names_of_builds_in_python_3",
#endif
    NULL,
    0,
    names_of_builds_in_python_3_methods,
    names_of_builds_in_python_3_slots
};

static int names_of_builds_in_python_3_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        return -1;
    }
    return 0;
}

#ifdef LEGACY
PyMODINIT_FUNC PyInit_names_of_builds_in_python_3_legacy(void)
#else
PyMODINIT_FUNC PyInit_names_of_builds_in_python_3(void)
#endif
{
    return PyModuleDef_Init(&moduledef);
}
