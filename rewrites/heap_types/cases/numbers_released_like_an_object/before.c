#include <Python.h>
#include <stdlib.h>

/* What is released like an object points at numbers: the collector mustn't be shown it. */

typedef struct {
    PyObject_HEAD
    int *tree;
    int length;
} Tree;

static void
Tree_dealloc(Tree *self)
{
    Py_XDECREF(self->tree);
    Py_TYPE(self)->tp_free((PyObject *)self);
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

static PyTypeObject Tree_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Tree",
    .tp_basicsize = sizeof(Tree),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)Tree_init,
    .tp_dealloc = (destructor)Tree_dealloc,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;

    if (PyType_Ready(&Tree_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Tree_Type);
    if (PyModule_AddObject(module, "Tree", (PyObject *)&Tree_Type) < 0) {
        Py_DECREF(&Tree_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
