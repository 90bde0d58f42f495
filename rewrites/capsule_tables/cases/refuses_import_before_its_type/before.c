/* Other extensions find the boxes by an array in a capsule. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_import_before_its_type.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
box_check(PyObject *object)
{
    return object != Py_None;
}

static void *box_api[] = {
    (void *)&Box_Type,  /* the type */
    /* functions */
    (void *)box_check
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_import_before_its_type",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_import_before_its_type(void)
{
    PyObject *module = PyModule_Create(&box_module);
    PyObject *api = NULL, *other;

    if (module == NULL) {
        return NULL;
    }
    api = PyCapsule_New((void *)box_api, "refuses_import_before_its_type._API", NULL);
    if (api == NULL || PyModule_AddObject(module, "_API", api) < 0) {
        goto error;
    }
    /* It looks for the table. */
    other = PyImport_ImportModule("lids");
    if (other == NULL) {
        goto error;
    }
    Py_DECREF(other);

    if (PyType_Ready(&Box_Type) < 0) {
        goto error;
    }

    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
