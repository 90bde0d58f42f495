#include <Python.h>

/* A list in C whose nodes own objects: freed through a callback, as libraries do it. */

typedef struct node {
    struct node *next;
    void *data;
} Node;

typedef struct {
    PyObject_HEAD
    Node *first;
} Stack;

static void
free_nodes(Node *node, void (*release)(void *))
{
    while (node != NULL) {
        Node *next = node->next;
        release(node->data);
        PyMem_Free(node);
        node = next;
    }
}

static void
release_object(void *data)
{
    Py_XDECREF((PyObject *)data);
}

static int
Stack_init(Stack *self, PyObject *args, PyObject *kwds)
{
    PyObject *item;
    Node *node;

    if (!PyArg_ParseTuple(args, "O:Stack", &item)) {
        return -1;
    }
    node = PyMem_Malloc(sizeof(Node));
    if (node == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Py_INCREF(item);
    node->data = item;
    node->next = self->first;
    self->first = node;
    return 0;
}

static void
Stack_dealloc(Stack *self)
{
    free_nodes(self->first, release_object);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Stack_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "stacks.Stack",
    .tp_basicsize = sizeof(Stack),
    .tp_dealloc = (destructor)Stack_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Stack_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef stacks_module = {
    PyModuleDef_HEAD_INIT, "stacks", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_stacks(void)
{
    PyObject *module;

    if (PyType_Ready(&Stack_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&stacks_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Stack_Type);
    if (PyModule_AddObject(module, "Stack", (PyObject *)&Stack_Type) < 0) {
        Py_DECREF(&Stack_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
