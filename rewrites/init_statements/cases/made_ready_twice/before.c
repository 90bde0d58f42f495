#include <Python.h>

typedef struct {
    PyObject_HEAD
    long size;
} Box;

static PyTypeObject BoxType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m;

    if (PyType_Ready(&BoxType) < 0)
        return NULL;

    m = PyModule_Create(&box_module);
    if (m == NULL)
        return NULL;

    /* This lets PyVarObject_HEAD_INIT take NULL. */
    if (PyType_Ready(&BoxType) < 0)
        return NULL;

    Py_INCREF(&BoxType);
    if (PyModule_AddObject(m, "Box", (PyObject *)&BoxType) < 0)
        return NULL;
    return m;
}
