/* Instances of a type that has subclasses wait in the state: these may be collected, and the module before them. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *parent;
    PyObject *next;
} Node;

typedef struct {
    Node *waiting;
    int count;
} tree_state;

static PyTypeObject Node_Type;
static struct PyModuleDef tree_module;

static tree_state *
find_state(void)
{
    PyObject *module = PyState_FindModule(&tree_module);
    return module ? (tree_state *)PyModule_GetState(module) : NULL;
}

static PyObject *
new_node(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    tree_state *state = find_state();

    if (state && state->waiting) {
        Node *self = state->waiting;
        state->waiting = (Node *)self->next;
        state->count--;
        _Py_NewReference((PyObject *)self);
        return (PyObject *)self;
    }
    return Node_Type.tp_alloc(&Node_Type, 0);
}

static void
Node_dealloc(Node *self)
{
    tree_state *state = find_state();

    Py_XDECREF(self->parent);
    if (state && state->count < 4) {
        self->next = (PyObject *)state->waiting;
        state->waiting = self;
        state->count++;
        return;
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_waiting_in_the_state_of_a_base.Node",
    .tp_basicsize = sizeof(Node),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = (destructor)Node_dealloc,
    .tp_new = new_node,
};

static void
tree_free(void *module)
{
    tree_state *state = (tree_state *)PyModule_GetState((PyObject *)module);

    for (Node *node = state->waiting; node;) {
        Node *next = (Node *)node->next;
        PyObject_Free(node);
        node = next;
    }
    state->waiting = NULL;
}

static struct PyModuleDef tree_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_waiting_in_the_state_of_a_base",
    .m_size = sizeof(tree_state),
    .m_free = tree_free,
};

PyMODINIT_FUNC
PyInit_refuses_waiting_in_the_state_of_a_base(void)
{
    if (PyType_Ready(&Node_Type) < 0)
        return NULL;
    return PyModule_Create(&tree_module);
}
