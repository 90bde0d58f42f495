#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

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

typedef struct {
    PyTypeObject *Leaf_Type;
    PyObject *TreeError;
    PyTypeObject *Tree_Type;
} data_of_an_own_enumerator_state;

static inline data_of_an_own_enumerator_state *
get_data_of_an_own_enumerator_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (data_of_an_own_enumerator_state *)state;
}

static inline data_of_an_own_enumerator_state *
get_data_of_an_own_enumerator_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (data_of_an_own_enumerator_state *)state;
}

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
    data_of_an_own_enumerator_state *state;
} collector;

typedef struct {
    data_of_an_own_enumerator_state *state;
    void *arg;
} add_leaf_data;

static int
add_leaf(node *one, void *arg)
{
    data_of_an_own_enumerator_state *state = ((add_leaf_data *)arg)->state;
    collector *found = (collector *)((add_leaf_data *)arg)->arg;
    Leaf *leaf;
    int result;

    if (one->number == 13) {
        PyErr_SetString(state->TreeError, "unlucky");
        return -1;
    }
    leaf = (Leaf *)state->Leaf_Type->tp_alloc(state->Leaf_Type, 0);
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
    data_of_an_own_enumerator_state *state = ((collector *)arg)->state;
    collector *found = (collector *)arg;

    found->factor = one->number;
    return visit_all(found->root, add_leaf, &(add_leaf_data){state, found});
}

static PyObject *
Tree_leaves(Tree *self, PyObject *ignored)
{
    data_of_an_own_enumerator_state *state =
        get_data_of_an_own_enumerator_state_by_type(Py_TYPE(self));
    collector found = {PyList_New(0), self->root, 1};

    found.state = state;
    if (found.list == NULL)
        return NULL;
    if (visit_all(self->root, add_leaf, &(add_leaf_data){state, &found}) != 0)
        Py_CLEAR(found.list);
    return found.list;
}

static PyObject *
Tree_pairs(Tree *self, PyObject *ignored)
{
    data_of_an_own_enumerator_state *state =
        get_data_of_an_own_enumerator_state_by_type(Py_TYPE(self));
    collector found = {PyList_New(0), self->root, 1};

    found.state = state;
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
    PyTypeObject *tp = Py_TYPE(self);

    free_node(self->root);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyMethodDef Tree_methods[] = {
    {"add", (PyCFunction)Tree_add, METH_O, NULL},
    {"leaves", (PyCFunction)Tree_leaves, METH_NOARGS, NULL},
    {"pairs", (PyCFunction)Tree_pairs, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Tree_slots[] = {
    {Py_tp_dealloc, Tree_dealloc},
    {Py_tp_methods, Tree_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Tree_spec = {
    .name = "data_of_an_own_enumerator.Tree",
    .basicsize = sizeof(Tree),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tree_slots,
};

static PyObject *
Leaf_repr(Leaf *self)
{
    return PyUnicode_FromFormat("<%ld>", self->number);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Leaf_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Leaf_methods[] = {
    {"__reduce__", Leaf_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Leaf_slots[] = {
    {Py_tp_repr, Leaf_repr},
    {Py_tp_methods, Leaf_methods},
    {0, NULL},
};

static PyType_Spec Leaf_spec = {
    .name = "data_of_an_own_enumerator.Leaf",
    .basicsize = sizeof(Leaf),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Leaf_slots,
};

static int
data_of_an_own_enumerator_traverse(PyObject *module, visitproc visit,
                                   void *arg)
{
    data_of_an_own_enumerator_state *state =
        get_data_of_an_own_enumerator_state(module);
    Py_VISIT(state->Leaf_Type);
    Py_VISIT(state->TreeError);
    Py_VISIT(state->Tree_Type);
    return 0;
}

static int
data_of_an_own_enumerator_clear(PyObject *module)
{
    data_of_an_own_enumerator_state *state =
        get_data_of_an_own_enumerator_state(module);
    Py_CLEAR(state->Leaf_Type);
    Py_CLEAR(state->TreeError);
    Py_CLEAR(state->Tree_Type);
    return 0;
}

static void
data_of_an_own_enumerator_free(void *module)
{
    data_of_an_own_enumerator_clear((PyObject *)module);
}

static int data_of_an_own_enumerator_exec(PyObject *module);

static PyModuleDef_Slot data_of_an_own_enumerator_slots[] = {
    {Py_mod_exec, data_of_an_own_enumerator_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "data_of_an_own_enumerator", NULL,
    sizeof(data_of_an_own_enumerator_state), NULL,
    data_of_an_own_enumerator_slots, data_of_an_own_enumerator_traverse,
    data_of_an_own_enumerator_clear, data_of_an_own_enumerator_free,
};

static int
data_of_an_own_enumerator_exec(PyObject *module)
{
    data_of_an_own_enumerator_state *state =
        get_data_of_an_own_enumerator_state(module);

    state->Tree_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tree_spec, NULL);
    if (state->Tree_Type == NULL)
        return -1;
    state->Leaf_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Leaf_spec, NULL);
    if (state->Leaf_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Leaf_Type->tp_new = NULL;
#endif
    state->TreeError =
        PyErr_NewException("data_of_an_own_enumerator.TreeError", NULL, NULL);
    Py_XINCREF(state->TreeError);
    if (PyModule_AddObject(module, "TreeError", state->TreeError) < 0) {
        Py_XDECREF(state->TreeError);
        return -1;
    }
    Py_INCREF(state->Tree_Type);
    if (PyModule_AddObject(module, "Tree", (PyObject *)state->Tree_Type) < 0) {
        Py_DECREF(state->Tree_Type);
        return -1;
    }
    Py_INCREF(state->Leaf_Type);
    if (PyModule_AddObject(module, "Leaf", (PyObject *)state->Leaf_Type) < 0) {
        Py_DECREF(state->Leaf_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_data_of_an_own_enumerator(void)
{
    return PyModuleDef_Init(&definition);
}
