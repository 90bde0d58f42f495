#include <Python.h>

/* Written half as for heap types: what instances of static types never took is given back. From Python 3.12 on, static
   types survive that. */
typedef struct {
    PyObject_HEAD
    double value;
} NodeObject;

static void
leaf_dealloc(NodeObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    /* nothing else to let go of */
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
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
    Py_DECREF(Py_TYPE(self));
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Root_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nodes.Root",
    .tp_basicsize = sizeof(NodeObject),
    .tp_dealloc = (destructor)root_dealloc,
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

    if (PyType_Ready(&Leaf_Type) < 0)
        return NULL;
    if (PyType_Ready(&Root_Type) < 0)
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

    return m;
}
