#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL};

static struct {
    PyTypeObject *base;
} api;

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module = PyModule_Create(&boxes);

    if (module == NULL) {
        return NULL;
    }
    Box_Type.tp_base = api.base;
    api.base = &PyLong_Type;
    if (PyType_Ready(&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
