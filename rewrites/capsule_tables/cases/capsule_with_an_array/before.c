/* Other extensions find the boxes by an array in a capsule. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "capsule_with_an_array.Box",
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
    .m_name = "capsule_with_an_array",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_capsule_with_an_array(void)
{
    PyObject *module = PyModule_Create(&box_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    if (PyModule_AddObject(module, "_API", PyCapsule_New(box_api, "capsule_with_an_array._API", NULL)) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
