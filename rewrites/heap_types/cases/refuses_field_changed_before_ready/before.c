#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Point;

static PyTypeObject Point_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Point",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Line_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Line",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Circle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Circle",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    Point_Type.tp_flags &= ~(unsigned long)Py_TPFLAGS_BASETYPE;
    Circle_Type.tp_new = Line_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Point_Type) < 0 || PyType_Ready(&Line_Type) < 0 || PyType_Ready(&Circle_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&definition);
}
