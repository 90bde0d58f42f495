#include <Python.h>
#include <stdlib.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* What is released like an object points at numbers: the collector mustn't be shown it. */

typedef struct {
    PyObject_HEAD
    int *tree;
    int length;
} Tree;

static void
Tree_dealloc(Tree *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    Py_XDECREF(self->tree);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Tree_init(Tree *self, PyObject *args, PyObject *kwargs)
{
    if (!PyArg_ParseTuple(args, "i", &self->length)) {
        return -1;
    }
    self->tree = calloc(self->length + 8, sizeof(int));
    if (self->tree == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    self->tree[0] = 1000;
    return 0;
}

static PyTypeObject *Tree_Type;

static PyType_Slot Tree_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, Tree_init},
    {Py_tp_dealloc, Tree_dealloc},
    {0, NULL},
};

static PyType_Spec Tree_spec = {
    .name = "module.Tree",
    .basicsize = sizeof(Tree),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tree_slots,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;

    module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }

    Tree_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tree_spec, NULL);
    if (Tree_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Tree_Type);
    if (PyModule_AddObject(module, "Tree", (PyObject *)Tree_Type) < 0) {
        Py_DECREF(Tree_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
