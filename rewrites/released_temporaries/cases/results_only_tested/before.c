/* What registering a type gives is that type: it was lost with each import, and would keep the module alive. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long size;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "results_only_tested.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "results_only_tested",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_results_only_tested(void)
{
    PyObject *module, *abc, *sized = NULL, *container = NULL;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&boxes_module);
    if (module == NULL)
        return NULL;
    abc = PyImport_ImportModule("collections.abc");
    if (abc == NULL)
        goto error;
    sized = PyObject_GetAttrString(abc, "Sized");
    if (sized == NULL)
        goto error;
    if (NULL == PyObject_CallMethod(
            sized, "register", "O", &Box_Type)) {
        goto error;
    }
    container = PyObject_GetAttrString(abc, "Container");
    if (container != NULL) {
        if (!PyObject_CallMethod(container, "register", "O", (PyObject *)&Box_Type))
            PyErr_Clear();
        PyObject_CallMethod(container, "register", "O", (PyObject *)&Box_Type);
    }
    if (PyObject_CallMethod(container, "register", "(O)",
                            &Box_Type) == NULL)
        goto error;
    Py_DECREF(container);
    Py_DECREF(sized);
    Py_DECREF(abc);
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;

error:
    Py_XDECREF(container);
    Py_XDECREF(sized);
    Py_XDECREF(abc);
    Py_DECREF(module);
    return NULL;
}
