/* A loop makes the types of a table ready, and publishes them. */
#include <Python.h>

static PyTypeObject Box_Type, Lid_Type;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_over_types.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_over_types.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Box_Type,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loop_over_types",
    .m_size = -1,
};

static int
add_types(PyObject *module)
{
    static PyTypeObject *types[] = {
        &Lid_Type,
        &Box_Type,
        NULL
    };
    int i;

    for (i = 0; types[i]; i++) {
        PyTypeObject *type = types[i];
        const char *name = strchr(type->tp_name, '.') + 1;

        if (PyType_Ready(type) < 0) {
            return -1;
        }
        Py_INCREF(type);
        if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
            Py_DECREF(type);
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_loop_over_types(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    if (add_types(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
