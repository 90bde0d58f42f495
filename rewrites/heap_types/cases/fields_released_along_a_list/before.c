#include <Python.h>

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
    drop_values(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "chain.Node",
    .tp_basicsize = sizeof(Node),
    .tp_dealloc = (destructor)Node_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "chain", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_chain(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Node_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Node_Type);
    if (PyModule_AddObject(module, "Node", (PyObject *)&Node_Type) < 0) {
        Py_DECREF(&Node_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
