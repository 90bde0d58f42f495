/* Functions of a table in a capsule: one says 1 of what is none of ours, one counts how often it was asked. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} Box;

typedef struct {
    int (*is_foreign)(PyObject *);
    int (*counted)(PyObject *);
} Box_CAPI;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static long asked;

static int
is_foreign(PyObject *op)
{
    return !PyObject_TypeCheck(op, &Box_Type);
}

static int
counted(PyObject *op)
{
    asked++;
    return PyObject_TypeCheck(op, &Box_Type);
}

static Box_CAPI capi = {is_foreign, counted};

static struct PyModuleDef boxes = {
    PyModuleDef_HEAD_INIT,
    .m_name = "boxes",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module, *capsule;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&boxes);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    capsule = PyCapsule_New(&capi, "boxes._CAPI", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_CAPI", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
