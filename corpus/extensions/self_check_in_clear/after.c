/* A node asserts in its own tp_clear and tp_traverse that it is one; text is interned through a macro. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define Text_Intern PyUnicode_InternFromString
#define Node_Check(state, op) PyObject_TypeCheck(op, (state)->Node_Type)

typedef struct {
    PyTypeObject *Node_Type;
    PyObject *root_name;
} self_check_in_clear_state;

static inline self_check_in_clear_state *
get_self_check_in_clear_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (self_check_in_clear_state *)state;
}

static inline self_check_in_clear_state *
get_self_check_in_clear_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (self_check_in_clear_state *)state;
}

typedef struct {
    PyObject_HEAD
    PyObject *parent;
} NodeObject;

static int
Node_traverse(PyObject *self, visitproc visit, void *arg)
{
    NodeObject *node;
    Py_VISIT(Py_TYPE(self));
    node = (NodeObject *)self;
    Py_VISIT(node->parent);
    return 0;
}

static int
Node_clear(PyObject *self)
{
    NodeObject *node;
    node = (NodeObject *)self;
    Py_CLEAR(node->parent);
    return 0;
}

static void
Node_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Node_clear(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Node_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    self_check_in_clear_state *state =
        get_self_check_in_clear_state_by_type(type);
    PyObject *parent = Py_None;
    NodeObject *self;

    if (!PyArg_ParseTuple(args, "|O:Node", &parent)) {
        return NULL;
    }
    if (parent != Py_None && !Node_Check(state, parent)) {
        PyErr_SetString(PyExc_TypeError, "parent must be a Node");
        return NULL;
    }
    self = (NodeObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(parent);
        self->parent = parent;
    }
    return (PyObject *)self;
}

static PyObject *
Node_name(PyObject *self, PyObject *unused)
{
    self_check_in_clear_state *state =
        get_self_check_in_clear_state_by_type(Py_TYPE(self));
    NodeObject *node = (NodeObject *)self;

    assert(Node_Check(state, self));
    if (node->parent != Py_None) {
        return PyObject_Repr(node->parent);
    }
    Py_INCREF(state->root_name);
    return state->root_name;
}

static PyMethodDef Node_methods[] = {
    {"name", Node_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Node_slots[] = {
    {Py_tp_new, Node_new},
    {Py_tp_dealloc, Node_dealloc},
    {Py_tp_traverse, Node_traverse},
    {Py_tp_clear, Node_clear},
    {Py_tp_methods, Node_methods},
    {0, NULL},
};

static PyType_Spec Node_spec = {
    .name = "self_check_in_clear.Node",
    .basicsize = sizeof(NodeObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Node_slots,
};

static int
self_check_in_clear_traverse(PyObject *module, visitproc visit, void *arg)
{
    self_check_in_clear_state *state = get_self_check_in_clear_state(module);
    Py_VISIT(state->Node_Type);
    Py_VISIT(state->root_name);
    return 0;
}

static int
self_check_in_clear_clear(PyObject *module)
{
    self_check_in_clear_state *state = get_self_check_in_clear_state(module);
    Py_CLEAR(state->Node_Type);
    Py_CLEAR(state->root_name);
    return 0;
}

static void
self_check_in_clear_free(void *module)
{
    self_check_in_clear_clear((PyObject *)module);
}

static int self_check_in_clear_exec(PyObject *m);

static PyModuleDef_Slot self_check_in_clear_slots[] = {
    {Py_mod_exec, self_check_in_clear_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef tree_module = {
    PyModuleDef_HEAD_INIT, "self_check_in_clear", NULL,
    sizeof(self_check_in_clear_state), NULL,
    self_check_in_clear_slots, self_check_in_clear_traverse,
    self_check_in_clear_clear, self_check_in_clear_free
};

static int
self_check_in_clear_exec(PyObject *m)
{
    self_check_in_clear_state *state = get_self_check_in_clear_state(m);

    state->Node_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Node_spec, NULL);
    if (state->Node_Type == NULL) {
        return -1;
    }
    state->root_name = Text_Intern("root");
    if (state->root_name == NULL) {
        return -1;
    }
    Py_INCREF(state->Node_Type);
    if (PyModule_AddObject(m, "Node", (PyObject *)state->Node_Type) < 0) {
        Py_DECREF(state->Node_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_self_check_in_clear(void)
{
    return PyModuleDef_Init(&tree_module);
}
