#include <Python.h>

typedef struct {
    PyObject_HEAD
    long oid;
} Large;

static PyTypeObject LargeType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Large",
    .tp_basicsize = sizeof(Large),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);

    /* Some Windows platforms get confused otherwise. */
#ifndef WITHOUT_BASES
    LargeType.tp_base = &PyBaseObject_Type;
#endif

    if (m == NULL || PyType_Ready(&LargeType) < 0)
        return NULL;
    Py_INCREF(&LargeType);
    PyModule_AddObject(m, "Large", (PyObject *)&LargeType);
    return m;
}
