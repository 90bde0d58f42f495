/* Nothing stands between the creation of one type and its check, whichever of two types is written first. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int count;
} Counter;

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "trees.Node",
    .tp_basicsize = sizeof(Counter),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Tree_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "Tree",
    .tp_basicsize = sizeof(Counter),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "trees", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_trees(void)
{
    if (PyType_Ready(&Tree_Type) < 0)
        return NULL;
    if (PyType_Ready(&Node_Type) < 0)
        return NULL;
    return PyModule_Create(&moduledef);
}
