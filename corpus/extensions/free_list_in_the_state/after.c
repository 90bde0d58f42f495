#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

#define MOST 4

typedef struct node {
    PyObject_HEAD
    PyObject *parent;
    Py_ssize_t depth;
} Node;

typedef struct {
    Node *waiting;
    int count;
    PyTypeObject *Node_Type;
    PyObject *module;  /* borrowed: the module owns this state */
} tree_state;

static inline tree_state *
get_free_list_in_the_state_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (tree_state *)state;
}

static inline tree_state *
get_free_list_in_the_state_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (tree_state *)state;
}

static struct PyModuleDef tree_module;

#define LOCK(state) \
    do {            \
    } while (0)

/* NULL before the module is registered, and when it's gone. */
static tree_state *
find_state(tree_state *state)
{
    PyObject *module = state->module;
    return module ? (tree_state *)PyModule_GetState(module) : NULL;
}

static Node **
next_of(Node *node)
{
    return (Node **)&node->parent;
}

static Node *
new_node(tree_state *module_state)
{
    tree_state *state = find_state(module_state);

    if (state && state->waiting) {
        Node *self = state->waiting;
        state->waiting = *next_of(self);
        state->count--;
        LOCK(state);
        /* one reference again */
        PyObject_Init((PyObject *)self, module_state->Node_Type);
        self->parent = NULL;
        self->depth = 0;
        return self;
    }
    return (Node *)module_state->Node_Type->tp_alloc(
        module_state->Node_Type, 0);
}

static void
Node_dealloc(Node *self)
{
    tree_state *module_state =
        get_free_list_in_the_state_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);
    tree_state *state;

    Py_XDECREF(self->parent);
    state = find_state(module_state);
    LOCK(state);
    if (state && state->count < MOST) {
        *next_of(self) = state->waiting;
        state->waiting = self;
        state->count++;
        LOCK(state);
        Py_DECREF(tp);
        return;
    }
    LOCK(state);
    self->parent = NULL;
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Node_grow(Node *self, PyObject *Py_UNUSED(ignored))
{
    tree_state *state =
        get_free_list_in_the_state_state_by_type(Py_TYPE(self));
    Node *grown = new_node(state);

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

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Node_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Node_methods[] = {
    {"grow", (PyCFunction)Node_grow, METH_NOARGS, NULL},
    {"__reduce__", Node_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef Node_getset[] = {
    {"depth", (getter)Node_depth, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Node_slots[] = {
    {Py_tp_dealloc, Node_dealloc},
    {Py_tp_methods, Node_methods},
    {Py_tp_getset, Node_getset},
    {0, NULL},
};

static PyType_Spec Node_spec = {
    .name = "free_list_in_the_state.Node",
    .basicsize = sizeof(Node),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Node_slots,
};

static PyObject *
root(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    tree_state *state = get_free_list_in_the_state_state(module);

    return (PyObject *)new_node(state);
}

static PyMethodDef tree_methods[] = {
    {"root", root, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
free_list_in_the_state_traverse(PyObject *module, visitproc visit, void *arg)
{
    tree_state *state = get_free_list_in_the_state_state(module);
    Py_VISIT(state->Node_Type);
    return 0;
}

static int
free_list_in_the_state_clear(PyObject *module)
{
    tree_state *state = get_free_list_in_the_state_state(module);
    Py_CLEAR(state->Node_Type);
    return 0;
}

static void
tree_free(void *module)
{
    tree_state *state = (tree_state *)PyModule_GetState((PyObject *)module);

    if (state == NULL) {
        return;
    }
    free_list_in_the_state_clear((PyObject *)module);
    for (Node *node = state->waiting; node;) {
        Node *next = *next_of(node);
        PyObject_Free(node);
        node = next;
    }
    state->waiting = NULL;
    state->count = 0;
}

static int free_list_in_the_state_exec(PyObject *module);

static PyModuleDef_Slot free_list_in_the_state_slots[] = {
    {Py_mod_exec, free_list_in_the_state_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef tree_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "free_list_in_the_state",
    .m_size = sizeof(tree_state),
    .m_methods = tree_methods,
    .m_free = tree_free,
    .m_traverse = free_list_in_the_state_traverse,
    .m_clear = free_list_in_the_state_clear,
    .m_slots = free_list_in_the_state_slots,
};

static int
free_list_in_the_state_exec(PyObject *module)
{
    tree_state *state = get_free_list_in_the_state_state(module);
    state->module = module;
    state->Node_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Node_spec, NULL);
    if (state->Node_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Node_Type->tp_new = NULL;
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_free_list_in_the_state(void)
{
    return PyModuleDef_Init(&tree_module);
}
