/* A node asserts in its own tp_clear and tp_traverse that it is one; text is interned through a macro. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define Text_Intern PyUnicode_InternFromString
#define Node_Check(op) PyObject_TypeCheck(op, Node_Type)

static PyTypeObject *Node_Type;
static PyObject *root_name = NULL;

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
    PyObject *parent = Py_None;
    NodeObject *self;

    if (!PyArg_ParseTuple(args, "|O:Node", &parent)) {
        return NULL;
    }
    if (parent != Py_None && !Node_Check(parent)) {
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
    NodeObject *node = (NodeObject *)self;

    assert(Node_Check(self));
    if (node->parent != Py_None) {
        return PyObject_Repr(node->parent);
    }
    Py_INCREF(root_name);
    return root_name;
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

static struct PyModuleDef tree_module = {
    PyModuleDef_HEAD_INIT, "self_check_in_clear", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_self_check_in_clear(void)
{
    PyObject *m;

    m = PyModule_Create(&tree_module);
    if (m == NULL) {
        return NULL;
    }

    Node_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Node_spec, NULL);
    if (Node_Type == NULL) {
        return NULL;
    }
    root_name = Text_Intern("root");
    if (root_name == NULL) {
        return NULL;
    }
    Py_INCREF(Node_Type);
    if (PyModule_AddObject(m, "Node", (PyObject *)Node_Type) < 0) {
        Py_DECREF(Node_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
