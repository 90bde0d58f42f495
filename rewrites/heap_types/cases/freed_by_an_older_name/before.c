#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static void
box_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "freed_by_an_older_name.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = box_dealloc,
    .tp_new = PyType_GenericNew,
    .tp_free = PyObject_FREE,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "freed_by_an_older_name", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_freed_by_an_older_name(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&module_def);
    if (module == NULL)
        return NULL;
    if (PyModule_AddObjectRef(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
