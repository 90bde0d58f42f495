#include <Python.h>

// A tree: a parent owns its children; a child only knows who its parent is.

typedef struct NodeObject {
    PyObject_HEAD
    PyObject *label;                // owned
    PyObject *children;             // owned list
    struct NodeObject *parent;      // borrowed, reset when the parent goes
} NodeObject;

static PyTypeObject NodeType;

static PyObject *Node_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *label;
    if (!PyArg_ParseTuple(args, "O:Node", &label)) return NULL;

    NodeObject *self = (NodeObject *)type->tp_alloc(type, 0);
    if (self == NULL) return NULL;

    Py_INCREF(label);
    self->label = label;
    self->children = PyList_New(0);
    if (self->children == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void Node_dealloc(NodeObject *self) {
    if (self->children != NULL) {
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(self->children); i++) {
            NodeObject *child = (NodeObject *)PyList_GET_ITEM(self->children, i);
            child->parent = NULL;
        }
    }
    Py_XDECREF(self->children);
    Py_XDECREF(self->label);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *Node_add(NodeObject *self, PyObject *child) {
    if (Py_TYPE(child) != &NodeType) {
        PyErr_Format(PyExc_TypeError, "expected a Node, got %.100s", Py_TYPE(child)->tp_name);
        return NULL;
    }
    NodeObject *node = (NodeObject *)child;
    if (node->parent != NULL || node == self) {
        PyErr_SetString(PyExc_ValueError, "node is in a tree already");
        return NULL;
    }
    if (PyList_Append(self->children, child) < 0) return NULL;
    node->parent = self;
    Py_INCREF(child);
    return child;
}

static PyObject *Node_get_parent(NodeObject *self, void *closure) {
    PyObject *parent = self->parent ? (PyObject *)self->parent : Py_None;
    Py_INCREF(parent);
    return parent;
}

static PyObject *Node_get_children(NodeObject *self, void *closure) {
    return PyList_AsTuple(self->children);
}

static PyObject *Node_get_label(NodeObject *self, void *closure) {
    Py_INCREF(self->label);
    return self->label;
}

static PyMethodDef Node_methods[] = {
    {"add", (PyCFunction)Node_add, METH_O, "Put a node under this one and return it."},
    {NULL},
};

static PyGetSetDef Node_getset[] = {
    {"parent", (getter)Node_get_parent},
    {"children", (getter)Node_get_children},
    {"label", (getter)Node_get_label},
    {NULL},
};

static PyTypeObject NodeType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "borrowed_member.Node",
    .tp_basicsize = sizeof(NodeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Node_new,
    .tp_dealloc = (destructor)Node_dealloc,
    .tp_methods = Node_methods,
    .tp_getset = Node_getset,
};

static PyModuleDef tree_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "borrowed_member",
    .m_doc = "Trees.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit_borrowed_member(void) {
    if (PyType_Ready(&NodeType) < 0) return NULL;

    PyObject *module = PyModule_Create(&tree_module);
    if (module == NULL) return NULL;

    Py_INCREF(&NodeType);
    if (PyModule_AddObject(module, "Node", (PyObject *)&NodeType) < 0) {
        Py_DECREF(&NodeType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
