#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#define READY_WITH_BASE(TYPE, BASE) \
    do { \
        PyTypeObject *type = (TYPE); \
        while (type->tp_base != NULL) { \
            type = type->tp_base; \
        } \
        type->tp_base = (BASE); \
        if (PyType_Ready(TYPE) < 0) { \
            return NULL; \
        } \
    } while (0)

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module;

    READY_WITH_BASE(&Box_Type, &PyBaseObject_Type);
    module = PyModule_Create(&shelf);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
