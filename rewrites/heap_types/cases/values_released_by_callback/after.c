#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

static int
Stack_traverse(Stack *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Stack_dealloc(Stack *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    free_nodes(self->first, release_object);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Stack_Type;

static PyType_Slot Stack_slots[] = {
    {Py_tp_dealloc, Stack_dealloc},
    {Py_tp_init, Stack_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Stack_traverse},
    {0, NULL},
};

static PyType_Spec Stack_spec = {
    .name = "stacks.Stack",
    .basicsize = sizeof(Stack),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Stack_slots,
};

static struct PyModuleDef stacks_module = {
    PyModuleDef_HEAD_INIT, "stacks", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_stacks(void)
{
    PyObject *module;

    module = PyModule_Create(&stacks_module);
    if (module == NULL) {
        return NULL;
    }

    Stack_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Stack_spec, NULL);
    if (Stack_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Stack_Type);
    if (PyModule_AddObject(module, "Stack", (PyObject *)Stack_Type) < 0) {
        Py_DECREF(Stack_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
