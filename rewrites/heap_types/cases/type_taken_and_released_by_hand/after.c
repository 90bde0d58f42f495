#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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
    Py_DECREF(tp);
}

static PyTypeObject *Leaf_Type;

static PyType_Slot Leaf_slots[] = {
    {Py_tp_dealloc, leaf_dealloc},
    {Py_tp_new, leaf_new},
    {0, NULL},
};

static PyType_Spec Leaf_spec = {
    .name = "nodes.Leaf",
    .basicsize = sizeof(NodeObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Leaf_slots,
};

static struct PyModuleDef nodes = {
    PyModuleDef_HEAD_INIT, "nodes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_nodes(void)
{
    PyObject *m;

    m = PyModule_Create(&nodes);
    if (m == NULL)
        return NULL;

    Leaf_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Leaf_spec, NULL);
    if (Leaf_Type == NULL)
        return NULL;

    Py_INCREF(Leaf_Type);
    if (PyModule_AddObject(m, "Leaf", (PyObject *)Leaf_Type) < 0) {
        Py_DECREF(Leaf_Type);
        Py_DECREF(m);
        return NULL;
    }

    return m;
}
