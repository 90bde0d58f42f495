/* A pointer goes through a table of types, which PyModule_AddType makes ready. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointer_through_types.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pointer_through_types.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject *types[] = {
    &Box_Type,
    &Lid_Type,
    NULL,
};

static int
shelf_exec(PyObject *module)
{
    PyTypeObject **type;
    int ret;

    if (PyModule_AddStringConstant(module, "api_version", "2") < 0) {
        return -1;
    }

    for (type = types; *type; type++) {
        ret = PyModule_AddType(module, *type);
        if (ret < 0) {
            return -1;
        }
    }
    return 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL},
};

static PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pointer_through_types",
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_pointer_through_types(void)
{
    return PyModuleDef_Init(&shelf_module);
}
