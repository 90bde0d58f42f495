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

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Tag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Tag",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#define MAKE_READY(type) \
    if (PyType_Ready(type) < 0) \
        return NULL;

#define ADD(name, type) \
    Py_INCREF(type); \
    if (PyModule_AddObject(module, name, (PyObject *)(type)) < 0) \
        return NULL;

#define READY_AND_ADD(name) \
    do { \
        if (PyType_Ready(&name##_Type) < 0) { \
            goto error; \
        } \
        Py_INCREF(&name##_Type); \
        if (PyModule_AddObject(module, #name, (PyObject *)&name##_Type) < 0) { \
            goto error; \
        } \
    } while (0)

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module;

    MAKE_READY(&Box_Type);
    MAKE_READY(&Lid_Type);
    module = PyModule_Create(&shelf);
    if (module == NULL) {
        return NULL;
    }
    ADD("Box", &Box_Type);
    ADD("Lid", &Lid_Type);
    READY_AND_ADD(Tag);
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
