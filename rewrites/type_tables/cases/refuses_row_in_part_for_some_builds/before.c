/* Only some builds have a part of a row. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_row_in_part_for_some_builds.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#ifdef WITH_LIDS
static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_row_in_part_for_some_builds.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};
#endif

static PyTypeObject Jar_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_row_in_part_for_some_builds.Jar",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject *types[] = {
    &Box_Type
#ifdef WITH_LIDS
    , &Lid_Type
#endif
    , &Jar_Type
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "refuses_row_in_part_for_some_builds", NULL, -1
};

PyMODINIT_FUNC
PyInit_refuses_row_in_part_for_some_builds(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < Py_ARRAY_LENGTH(types); i++) {
        if (PyModule_AddType(module, types[i]) < 0) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
