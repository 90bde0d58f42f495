#include <Python.h>

/* Freed as code for the limited API does, which has no fields of types: by what the slot holds. */
typedef struct {
    PyObject_HEAD
    double value;
} NodeObject;

static void
leaf_dealloc(NodeObject *self)
{
    self->value = 0;
    freefunc free_func = PyType_GetSlot(Py_TYPE(self), Py_tp_free);
    free_func(self);
}

static PyTypeObject Leaf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nodes.Leaf",
    .tp_basicsize = sizeof(NodeObject),
    .tp_dealloc = (destructor)leaf_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static void
root_dealloc(NodeObject *self)
{
    ((freefunc)PyType_GetSlot(Py_TYPE(self), Py_tp_free))(self);
}

static PyTypeObject Root_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nodes.Root",
    .tp_basicsize = sizeof(NodeObject),
    .tp_dealloc = (destructor)root_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static void
twig_dealloc(NodeObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc tp_free = (freefunc)PyType_GetSlot(type, Py_tp_free);

    if (tp_free != NULL) {
        tp_free((PyObject *)self);
    }
}

static PyTypeObject Twig_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nodes.Twig",
    .tp_basicsize = sizeof(NodeObject),
    .tp_dealloc = (destructor)twig_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef nodes = {
    PyModuleDef_HEAD_INIT, "nodes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_nodes(void)
{
    PyObject *m;

    if (PyType_Ready(&Leaf_Type) < 0 || PyType_Ready(&Root_Type) < 0 || PyType_Ready(&Twig_Type) < 0)
        return NULL;
    m = PyModule_Create(&nodes);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Leaf_Type);
    if (PyModule_AddObject(m, "Leaf", (PyObject *)&Leaf_Type) < 0) {
        Py_DECREF(&Leaf_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Root_Type);
    if (PyModule_AddObject(m, "Root", (PyObject *)&Root_Type) < 0) {
        Py_DECREF(&Root_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Twig_Type);
    if (PyModule_AddObject(m, "Twig", (PyObject *)&Twig_Type) < 0) {
        Py_DECREF(&Twig_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
