/* What is set for two types at once comes from a call, which is to be made once. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_chain_with_a_call.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_chain_with_a_call.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static newfunc chosen(void);

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_chain_with_a_call", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_chain_with_a_call(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    Box_Type.tp_new = Lid_Type.tp_new = chosen();
    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Lid_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)&Box_Type);
    Py_INCREF(&Lid_Type);
    PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type);
    return module;
}

static newfunc
chosen(void)
{
    return PyType_GenericNew;
}
