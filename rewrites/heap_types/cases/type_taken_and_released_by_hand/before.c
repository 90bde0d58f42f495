#include <Python.h>

/* Each instance takes a reference of its own: with the one that a heap type's instances have, there are two. */
typedef struct {
    PyObject_HEAD
    double value;
} NodeObject;

static PyObject *
leaf_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    NodeObject *self = (NodeObject *)type->tp_alloc(type, 0);

    if (self != NULL)
        Py_INCREF(type);
    return (PyObject *)self;
}

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
    .tp_new = leaf_new,
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

    m = PyModule_Create(&nodes);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Leaf_Type);
    if (PyModule_AddObject(m, "Leaf", (PyObject *)&Leaf_Type) < 0) {
        Py_DECREF(&Leaf_Type);
        Py_DECREF(m);
        return NULL;
    }

    return m;
}
