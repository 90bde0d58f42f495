#include <Python.h>

/* Nodes of a tree, which one function visits for all others. */

typedef struct node {
    struct node *left, *right;
    long number;
} node;

typedef int (*visit_fn)(node *one, void *arg);

typedef struct {
    PyObject_HEAD
    node *root;
} Tree;

typedef struct {
    PyObject_HEAD
    long number;
} Leaf;

static PyTypeObject Leaf_Type;
static PyObject *TreeError;

static int
visit_all(node *root, visit_fn visit, void *arg)
{
    int result;

    while (root != NULL) {
        result = visit_all(root->left, visit, arg);
        if (result != 0)
            return result;
        result = visit(root, arg);
        if (result != 0)
            return result;
        root = root->right;
    }
    return 0;
}

typedef struct {
    PyObject *list;
    node *root;
    long factor;
} collector;

static int
add_leaf(node *one, void *arg)
{
    collector *found = (collector *)arg;
    Leaf *leaf;
    int result;

    if (one->number == 13) {
        PyErr_SetString(TreeError, "unlucky");
        return -1;
    }
    leaf = PyObject_New(Leaf, &Leaf_Type);
    if (leaf == NULL)
        return -1;
    leaf->number = one->number * found->factor;
    result = PyList_Append(found->list, (PyObject *)leaf);
    Py_DECREF(leaf);
    return result;
}

static int
add_pairs(node *one, void *arg)
{
    collector *found = (collector *)arg;

    found->factor = one->number;
    return visit_all(found->root, add_leaf, found);
}

static PyObject *
Tree_leaves(Tree *self, PyObject *ignored)
{
    collector found = {PyList_New(0), self->root, 1};

    if (found.list == NULL)
        return NULL;
    if (visit_all(self->root, add_leaf, &found) != 0)
        Py_CLEAR(found.list);
    return found.list;
}

static PyObject *
Tree_pairs(Tree *self, PyObject *ignored)
{
    collector found = {PyList_New(0), self->root, 1};

    if (found.list == NULL)
        return NULL;
    if (visit_all(self->root, add_pairs, (void *)&found) != 0)
        Py_CLEAR(found.list);
    return found.list;
}

static PyObject *
Tree_add(Tree *self, PyObject *arg)
{
    node **place = &self->root;
    node *added;
    long number = PyLong_AsLong(arg);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    while (*place != NULL)
        place = number < (*place)->number ? &(*place)->left : &(*place)->right;
    added = PyMem_Calloc(1, sizeof(node));
    if (added == NULL)
        return PyErr_NoMemory();
    added->number = number;
    *place = added;
    Py_RETURN_NONE;
}

static int
free_node(node *one)
{
    if (one != NULL) {
        free_node(one->left);
        free_node(one->right);
        PyMem_Free(one);
    }
    return 0;
}

static void
Tree_dealloc(Tree *self)
{
    free_node(self->root);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef Tree_methods[] = {
    {"add", (PyCFunction)Tree_add, METH_O, NULL},
    {"leaves", (PyCFunction)Tree_leaves, METH_NOARGS, NULL},
    {"pairs", (PyCFunction)Tree_pairs, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Tree_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "data_of_an_own_enumerator.Tree",
    .tp_basicsize = sizeof(Tree),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)Tree_dealloc,
    .tp_methods = Tree_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
Leaf_repr(Leaf *self)
{
    return PyUnicode_FromFormat("<%ld>", self->number);
}

static PyTypeObject Leaf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "data_of_an_own_enumerator.Leaf",
    .tp_basicsize = sizeof(Leaf),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = (reprfunc)Leaf_repr,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "data_of_an_own_enumerator", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_data_of_an_own_enumerator(void)
{
    PyObject *module;

    if (PyType_Ready(&Tree_Type) < 0 || PyType_Ready(&Leaf_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    TreeError = PyErr_NewException("data_of_an_own_enumerator.TreeError", NULL, NULL);
    Py_XINCREF(TreeError);
    if (PyModule_AddObject(module, "TreeError", TreeError) < 0) {
        Py_XDECREF(TreeError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Tree_Type);
    if (PyModule_AddObject(module, "Tree", (PyObject *)&Tree_Type) < 0) {
        Py_DECREF(&Tree_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Leaf_Type);
    if (PyModule_AddObject(module, "Leaf", (PyObject *)&Leaf_Type) < 0) {
        Py_DECREF(&Leaf_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
