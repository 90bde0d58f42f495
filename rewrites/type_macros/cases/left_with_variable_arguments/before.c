#include <Python.h>

typedef struct {
    PyObject_HEAD
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

#define ADD(name, ...) \
    do { \
        if (PyType_Ready(&name##_Type) < 0) { \
            return NULL; \
        } \
        Py_INCREF(&name##_Type); \
        PyModule_AddObject(module, #name, (PyObject *)&name##_Type); \
        __VA_ARGS__; \
    } while (0)

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL) {
        return NULL;
    }
    ADD(Box, (void)0);
    return module;
}
