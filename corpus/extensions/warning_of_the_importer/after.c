/* A module that warns whoever imports it: by how many frames importlib stands between. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "warning_of_the_importer.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int warning_of_the_importer_exec(PyObject *module);

static PyModuleDef_Slot warning_of_the_importer_slots[] = {
    {Py_mod_exec, warning_of_the_importer_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "warning_of_the_importer",
    .m_size = 0,
    .m_slots = warning_of_the_importer_slots,
};

static int
warn(const char *what)
{
    return PyErr_WarnFormat(PyExc_PendingDeprecationWarning, 6, "%s is to be replaced", what);
}

static int
warning_of_the_importer_exec(PyObject *module)
{
    if (PyErr_WarnEx(PyExc_PendingDeprecationWarning, "the module is to be replaced", 6) < 0 || warn("Box") < 0) {
        return -1;
    }
    /* This one is told of importlib. */
    if (PyErr_WarnEx(PyExc_PendingDeprecationWarning, "loaded", 1) < 0) {
        return -1;
    }
    PyTypeObject *Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_warning_of_the_importer(void)
{
    return PyModuleDef_Init(&box_module);
}
