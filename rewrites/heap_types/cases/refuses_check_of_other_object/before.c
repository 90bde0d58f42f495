/* A node asserts in tp_clear that its parent is one, too; text is interned through a macro. */
#include <Python.h>

#define Text_Intern PyUnicode_InternFromString
#define Node_Check(op) PyObject_TypeCheck(op, &Node_Type)

static PyTypeObject Node_Type;
static PyObject *root_name = NULL;

typedef struct {
    PyObject_HEAD
    PyObject *parent;
} NodeObject;

static int
Node_traverse(PyObject *self, visitproc visit, void *arg)
{
    NodeObject *node;
    assert(Node_Check(self));
    node = (NodeObject *)self;
    Py_VISIT(node->parent);
    return 0;
}

static int
Node_clear(PyObject *self)
{
    NodeObject *node;
    node = (NodeObject *)self;
    assert(Node_Check(node->parent));
    Py_CLEAR(node->parent);
    return 0;
}

static void
Node_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Node_clear(self);
    Py_TYPE(self)->tp_free(self);
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

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_check_of_other_object.Node",
    .tp_basicsize = sizeof(NodeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = Node_new,
    .tp_dealloc = Node_dealloc,
    .tp_traverse = Node_traverse,
    .tp_clear = Node_clear,
    .tp_methods = Node_methods,
};

static struct PyModuleDef tree_module = {
    PyModuleDef_HEAD_INIT, "refuses_check_of_other_object", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_refuses_check_of_other_object(void)
{
    PyObject *m;

    if (PyType_Ready(&Node_Type) < 0) {
        return NULL;
    }
    root_name = Text_Intern("root");
    if (root_name == NULL) {
        return NULL;
    }
    m = PyModule_Create(&tree_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Node_Type);
    if (PyModule_AddObject(m, "Node", (PyObject *)&Node_Type) < 0) {
        Py_DECREF(&Node_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
