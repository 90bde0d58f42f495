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

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
init_types(void)
{
    if (PyType_Ready(&Box_Type) < 0) return 0;
    if (PyType_Ready(&Lid_Type) < 0) return 0;
    return 1;
}

static int
insert_types(PyObject *module)
{
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) return 0;
    Py_INCREF(&Lid_Type);
    if (PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type) < 0) return 0;
    return 1;
}

static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module;

    if (!init_types()) return NULL;
    module = PyModule_Create(&boxes);
    if (module == NULL) return NULL;
    if (!insert_types(module)) return NULL;
    return module;
}
