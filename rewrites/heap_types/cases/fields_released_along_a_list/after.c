#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A variable that goes from one node to the next is none of the object's fields. */

typedef struct Node {
    PyObject_HEAD
    struct Node *next;
    PyObject *value;
} Node;

static void
drop_values(Node *item)
{
    while (item != NULL) {
        Py_CLEAR(item->value);
        item = item->next;
    }
}

static void
Node_dealloc(Node *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    drop_values(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Node_Type;

static PyType_Slot Node_slots[] = {
    {Py_tp_dealloc, Node_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Node_spec = {
    .name = "chain.Node",
    .basicsize = sizeof(Node),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Node_slots,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "chain", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_chain(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL) {
        return NULL;
    }
    Node_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Node_spec, NULL);
    if (Node_Type == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Node_Type);
    if (PyModule_AddObject(module, "Node", (PyObject *)Node_Type) < 0) {
        Py_DECREF(Node_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
