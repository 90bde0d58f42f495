#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Crate",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Mistake_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Mistake",
    .tp_basicsize = sizeof(PyBaseExceptionObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static int
add_types(PyObject *module)
{
#define READY(TYPE) \
    if (PyType_Ready(TYPE) < 0) { \
        return -1; \
    }

#define READY_WITH_BASE(TYPE, BASE) \
    do { \
        PyTypeObject *type = (TYPE); \
        type->tp_base = (BASE); \
        READY(type); \
    } while (0)

    READY(&Box_Type);
    READY_WITH_BASE(&Crate_Type, &Box_Type);
    READY_WITH_BASE(&Mistake_Type, (PyTypeObject *)PyExc_Exception);
#undef READY
#undef READY_WITH_BASE
    if (PyModule_AddType(module, &Box_Type) < 0
        || PyModule_AddType(module, &Crate_Type) < 0) {
        return -1;
    }
    return PyModule_AddType(module, &Mistake_Type);
}

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);
    if (module == NULL) {
        return NULL;
    }
    if (add_types(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
