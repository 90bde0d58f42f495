#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Freed as code for the limited API does, which has no fields of types: by what the slot holds. */
typedef struct {
    PyObject_HEAD
    double value;
} NodeObject;

static void
leaf_dealloc(NodeObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    self->value = 0;
    freefunc free_func = PyType_GetSlot(Py_TYPE(self), Py_tp_free);
    free_func(self);
    Py_DECREF(tp);
}

static PyTypeObject *Leaf_Type;

static PyType_Slot Leaf_slots[] = {
    {Py_tp_dealloc, leaf_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Leaf_spec = {
    .name = "nodes.Leaf",
    .basicsize = sizeof(NodeObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Leaf_slots,
};

static void
root_dealloc(NodeObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    ((freefunc)PyType_GetSlot(Py_TYPE(self), Py_tp_free))(self);
    Py_DECREF(tp);
}

static PyTypeObject *Root_Type;

static PyType_Slot Root_slots[] = {
    {Py_tp_dealloc, root_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Root_spec = {
    .name = "nodes.Root",
    .basicsize = sizeof(NodeObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Root_slots,
};

static void
twig_dealloc(NodeObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc tp_free = (freefunc)PyType_GetSlot(type, Py_tp_free);

    if (tp_free != NULL) {
        tp_free((PyObject *)self);
        Py_DECREF(type);
    }
}

static PyTypeObject *Twig_Type;

static PyType_Slot Twig_slots[] = {
    {Py_tp_dealloc, twig_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Twig_spec = {
    .name = "nodes.Twig",
    .basicsize = sizeof(NodeObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Twig_slots,
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
    Root_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Root_spec, NULL);
    if (Root_Type == NULL)
        return NULL;
    Twig_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Twig_spec, NULL);
    if (Twig_Type == NULL)
        return NULL;
    Py_INCREF(Leaf_Type);
    if (PyModule_AddObject(m, "Leaf", (PyObject *)Leaf_Type) < 0) {
        Py_DECREF(Leaf_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Root_Type);
    if (PyModule_AddObject(m, "Root", (PyObject *)Root_Type) < 0) {
        Py_DECREF(Root_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Twig_Type);
    if (PyModule_AddObject(m, "Twig", (PyObject *)Twig_Type) < 0) {
        Py_DECREF(Twig_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
