/* A loop makes the types of a table ready, of which only some builds have all. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_with_rows_for_some_builds.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

#ifdef WITH_LIDS
static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_with_rows_for_some_builds.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Box_Type,
};
#endif

static PyTypeObject Jar_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_with_rows_for_some_builds.Jar",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

/* All that there is. */
static PyTypeObject *types[] = {
    &Box_Type,
#ifdef WITH_LIDS
    &Lid_Type,
#endif
    &Jar_Type
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "loop_with_rows_for_some_builds", NULL, -1
};

PyMODINIT_FUNC
PyInit_loop_with_rows_for_some_builds(void)
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
