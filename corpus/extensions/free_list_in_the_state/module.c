#include <Python.h>

#define MOST 4

typedef struct node {
    PyObject_HEAD
    PyObject *parent;
    Py_ssize_t depth;
} Node;

typedef struct {
    Node *waiting;
    int count;
} tree_state;

static PyTypeObject Node_Type;
static struct PyModuleDef tree_module;

#define LOCK(state) \
    do {            \
    } while (0)

/* NULL before the module is registered, and when it's gone. */
static tree_state *
find_state(void)
{
    PyObject *module = PyState_FindModule(&tree_module);
    return module ? (tree_state *)PyModule_GetState(module) : NULL;
}

static Node **
next_of(Node *node)
{
    return (Node **)&node->parent;
}

static Node *
new_node(void)
{
    tree_state *state = find_state();

    if (state && state->waiting) {
        Node *self = state->waiting;
        state->waiting = *next_of(self);
        state->count--;
        LOCK(state);
        _Py_NewReference((PyObject *)self);  /* one reference again */
        self->parent = NULL;
        self->depth = 0;
        return self;
    }
    return (Node *)Node_Type.tp_alloc(&Node_Type, 0);
}

static void
Node_dealloc(Node *self)
{
    tree_state *state;

    Py_XDECREF(self->parent);
    state = find_state();
    LOCK(state);
    if (state && state->count < MOST) {
        *next_of(self) = state->waiting;
        state->waiting = self;
        state->count++;
        LOCK(state);
        return;
    }
    LOCK(state);
    self->parent = NULL;
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Node_grow(Node *self, PyObject *Py_UNUSED(ignored))
{
    Node *grown = new_node();

    if (grown == NULL) {
        return NULL;
    }
    Py_INCREF(self);
    grown->parent = (PyObject *)self;
    grown->depth = self->depth + 1;
    return (PyObject *)grown;
}

static PyObject *
Node_depth(Node *self, void *Py_UNUSED(closure))
{
    return PyLong_FromSsize_t(self->depth);
}

static PyMethodDef Node_methods[] = {
    {"grow", (PyCFunction)Node_grow, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef Node_getset[] = {
    {"depth", (getter)Node_depth, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "free_list_in_the_state.Node",
    .tp_basicsize = sizeof(Node),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)Node_dealloc,
    .tp_methods = Node_methods,
    .tp_getset = Node_getset,
};

static PyObject *
root(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return (PyObject *)new_node();
}

static PyMethodDef tree_methods[] = {
    {"root", root, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
tree_free(void *module)
{
    tree_state *state = (tree_state *)PyModule_GetState((PyObject *)module);

    if (state == NULL) {
        return;
    }
    for (Node *node = state->waiting; node;) {
        Node *next = *next_of(node);
        PyObject_Free(node);
        node = next;
    }
    state->waiting = NULL;
    state->count = 0;
}

static struct PyModuleDef tree_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "free_list_in_the_state",
    .m_size = sizeof(tree_state),
    .m_methods = tree_methods,
    .m_free = tree_free,
};

PyMODINIT_FUNC
PyInit_free_list_in_the_state(void)
{
    if (PyType_Ready(&Node_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&tree_module);
}
