/* The loop makes one of two types ready. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_loop_over_some_rows.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_loop_over_some_rows.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_loop_over_some_rows", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_loop_over_some_rows(void)
{
    static PyTypeObject *types[] = {&Box_Type, &Lid_Type};
    PyObject *module = PyModule_Create(&shelf_module);
    int i;

    if (module == NULL)
        return NULL;
    for (i = 0; i < 1; i++)
        if (PyType_Ready(types[i]) < 0)
            return NULL;
    return module;
}
