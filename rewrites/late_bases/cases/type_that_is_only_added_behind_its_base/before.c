#include <Python.h>

typedef struct {
    PyObject_HEAD
    double side;
} Shape;

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shapes.Shape",
    .tp_basicsize = sizeof(Shape),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Square_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shapes.Square",
    .tp_basicsize = sizeof(Shape),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Shape_Type,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shapes",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_shapes(void)
{
    PyObject *module;

    if (PyType_Ready(&Shape_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shapes_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Square_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
