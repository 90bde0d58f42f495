#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static int
Box_init(Box *self, PyObject *args, PyObject *kwargs)
{
    self->size = 1;
    return 0;
}

static Py_hash_t
Box_hash(Box *self)
{
    return self->size;
}

static Py_hash_t
Lid_hash(PyObject *self)
{
    return PyTuple_Type.tp_hash(self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_hash = (hashfunc)Box_hash,
    .tp_init = (initproc)Box_init,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Lid",
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module;

    if (!Py_TYPE(&Box_Type))
        Py_SET_TYPE(&Box_Type, &PyType_Type);
    if (!Box_Type.tp_new && Box_Type.tp_init)
        Box_Type.tp_new = PyType_GenericNew;
    if (Box_Type.tp_hash == NULL)
        Box_Type.tp_hash = PyObject_HashNotImplemented;
    if (PyType_Ready(&Box_Type) < 0)
        return NULL;

    Lid_Type.tp_base = &PyTuple_Type;
    if (!Lid_Type.tp_hash) {
        Lid_Type.tp_hash = Lid_hash;
    }
    if (NULL == Lid_Type.tp_new && Lid_Type.tp_init != NULL)
        Lid_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Lid_Type) < 0)
        return NULL;

    module = PyModule_Create(&shelf);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Lid_Type);
    if (PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type) < 0) {
        Py_DECREF(&Lid_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
