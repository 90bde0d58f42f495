/* A module that warns whoever imports it: by how many frames importlib stands between. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "warning_of_the_importer.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "warning_of_the_importer",
    .m_size = 0,
};

static int
warn(const char *what)
{
    return PyErr_WarnFormat(PyExc_PendingDeprecationWarning, 7, "%s is to be replaced", what);
}

PyMODINIT_FUNC
PyInit_warning_of_the_importer(void)
{
    PyObject *module;

    if (PyErr_WarnEx(PyExc_PendingDeprecationWarning, "the module is to be replaced", 7) < 0 || warn("Box") < 0) {
        return NULL;
    }
    /* This one is told of importlib. */
    if (PyErr_WarnEx(PyExc_PendingDeprecationWarning, "loaded", 1) < 0) {
        return NULL;
    }
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&box_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
