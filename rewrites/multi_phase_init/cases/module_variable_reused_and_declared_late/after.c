/* The variable of the module holds an imported module until there is one. */
#include <Python.h>

static int module_variable_reused_and_declared_late_exec(PyObject *module);

static PyModuleDef_Slot module_variable_reused_and_declared_late_slots[] = {
    {Py_mod_exec, module_variable_reused_and_declared_late_exec},
    {0, NULL}
};

static struct PyModuleDef paths_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module_variable_reused_and_declared_late",
    .m_slots = module_variable_reused_and_declared_late_slots,
};

static int
module_variable_reused_and_declared_late_exec(PyObject *module)
{
    if (Py_GETENV("NO_PATHS") != NULL) {
        PyErr_SetString(PyExc_ImportError, "NO_PATHS is set");
        return -1;
    }

    PyObject *m = NULL,
             *sep;

    m = PyImport_ImportModule("os");
    if (m == NULL) {
        return -1;
    }
    sep = PyObject_GetAttrString(m, "sep");
    Py_DECREF(m);
    if (sep == NULL) {
        return -1;
    }

    if (PyModule_AddObject(module, "separator", sep) < 0) {
        Py_DECREF(sep);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module_variable_reused_and_declared_late(void)
{
    return PyModuleDef_Init(&paths_module);
}
