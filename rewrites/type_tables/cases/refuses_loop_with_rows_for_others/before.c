/* A loop makes the types of a table ready; builds differ by the types. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_loop_with_rows_for_others.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#ifdef WITH_LIDS
static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_loop_with_rows_for_others.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};
#endif

static PyTypeObject Jar_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_loop_with_rows_for_others.Jar",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject *types[] = {
    &Box_Type,
#ifdef WITH_LIDS
    &Lid_Type,
#else
    &Jar_Type,
#endif
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_loop_with_rows_for_others", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_loop_with_rows_for_others(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < Py_ARRAY_LENGTH(types); i++) {
        if (PyType_Ready(types[i]) < 0) {
            return NULL;
        }
        Py_INCREF(types[i]);
        if (PyModule_AddObject(module, strchr(types[i]->tp_name, '.') + 1, (PyObject *)types[i]) < 0) {
            return NULL;
        }
    }
    return module;
}
