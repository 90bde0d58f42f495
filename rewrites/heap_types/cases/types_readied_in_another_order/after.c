/* Nothing stands between the creation of one type and its check, whichever of two types is written first. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int count;
} Counter;

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
trees_no_pickle(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef trees_no_pickle_methods[] = {
    {"__reduce__", trees_no_pickle, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject *Node_Type;

static PyType_Slot Node_slots[] = {
    {Py_tp_methods, trees_no_pickle_methods},
    {0, NULL},
};

static PyType_Spec Node_spec = {
    .name = "trees.Node",
    .basicsize = sizeof(Counter),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Node_slots,
};

static PyTypeObject *Tree_Type;

static PyType_Slot Tree_slots[] = {
    {Py_tp_methods, trees_no_pickle_methods},
    {0, NULL},
};

static PyType_Spec Tree_spec = {
    .name = "trees.Tree",
    .basicsize = sizeof(Counter),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tree_slots,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "trees", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_trees(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    Tree_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tree_spec, NULL);
    if (Tree_Type == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Tree_Type->tp_new = NULL;
#endif
    Node_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Node_spec, NULL);
    if (Node_Type == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Node_Type->tp_new = NULL;
#endif
    return module;
}
