#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static Py_hash_t
Box_hash(Box *self)
{
    return self->size;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
#ifdef SHELF_HASHES
    .tp_hash = (hashfunc)Box_hash,
#endif
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static PyTypeObject Tin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Tin",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Lid_Type,
};

static PyTypeObject Jar_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Jar",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    /* An #if group of the initialiser may have given it. */
    if (!Box_Type.tp_hash)
        Box_Type.tp_hash = PyObject_HashNotImplemented;
    if (PyType_Ready(&Box_Type) < 0)
        return NULL;

    /* Tin makes it ready, and it inherits by then. */
    if (PyType_Ready(&Tin_Type) < 0)
        return NULL;
    if (!Lid_Type.tp_hash)
        Lid_Type.tp_hash = PyObject_HashNotImplemented;

    /* Another statement may have given it before. */
    if (Py_IsInitialized() > 1)
        Jar_Type.tp_hash = (hashfunc)Box_hash;
    if (!Jar_Type.tp_hash)
        Jar_Type.tp_hash = PyObject_HashNotImplemented;
    if (PyType_Ready(&Jar_Type) < 0)
        return NULL;
    return PyModule_Create(&shelf);
}
