#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

// A tree: a parent owns its children; a child only knows who its parent is.

typedef struct NodeObject {
    PyObject_HEAD
    PyObject *label;                // owned
    PyObject *children;             // owned list
    struct NodeObject *parent;      // borrowed, reset when the parent goes
} NodeObject;

typedef struct {
    PyTypeObject *NodeType;
} borrowed_member_state;

static inline borrowed_member_state *get_borrowed_member_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (borrowed_member_state *)state;
}

static inline borrowed_member_state *
get_borrowed_member_state_by_type(PyTypeObject *type) {
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (borrowed_member_state *)state;
}

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
    PyTypeObject *tp = Py_TYPE(self);

    if (self->children != NULL) {
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(self->children); i++) {
            NodeObject *child = (NodeObject *)PyList_GET_ITEM(self->children, i);
            child->parent = NULL;
        }
    }
    Py_XDECREF(self->children);
    Py_XDECREF(self->label);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *Node_add(NodeObject *self, PyObject *child) {
    borrowed_member_state *state = get_borrowed_member_state_by_type(Py_TYPE(self));

    if (Py_TYPE(child) != state->NodeType) {
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

static PyType_Slot Node_slots[] = {
    {Py_tp_new, Node_new},
    {Py_tp_dealloc, Node_dealloc},
    {Py_tp_methods, Node_methods},
    {Py_tp_getset, Node_getset},
    {0, NULL},
};

static PyType_Spec Node_spec = {
    .name = "borrowed_member.Node",
    .basicsize = sizeof(NodeObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Node_slots,
};

static int borrowed_member_traverse(PyObject *module, visitproc visit, void *arg) {
    borrowed_member_state *state = get_borrowed_member_state(module);
    Py_VISIT(state->NodeType);
    return 0;
}

static int borrowed_member_clear(PyObject *module) {
    borrowed_member_state *state = get_borrowed_member_state(module);
    Py_CLEAR(state->NodeType);
    return 0;
}

static void borrowed_member_free(void *module) {
    borrowed_member_clear((PyObject *)module);
}

static int borrowed_member_exec(PyObject *module);

static PyModuleDef_Slot borrowed_member_slots[] = {
    {Py_mod_exec, borrowed_member_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef tree_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "borrowed_member",
    .m_doc = "Trees.",
    .m_size = sizeof(borrowed_member_state),
    .m_traverse = borrowed_member_traverse,
    .m_clear = borrowed_member_clear,
    .m_free = borrowed_member_free,
    .m_slots = borrowed_member_slots,
};

static int borrowed_member_exec(PyObject *module) {
    borrowed_member_state *state = get_borrowed_member_state(module);

    state->NodeType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Node_spec, NULL);
    if (state->NodeType == NULL) return -1;

    Py_INCREF(state->NodeType);
    if (PyModule_AddObject(module, "Node", (PyObject *)state->NodeType) < 0) {
        Py_DECREF(state->NodeType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_borrowed_member(void) {
    return PyModuleDef_Init(&tree_module);
}
