/* Lines are added beside statements that stand in #if groups, or have comments above them. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *items;
} Shelf;

static int
shelf_traverse(Shelf *self, visitproc visit, void *arg)
{
    int found = 0;

    /* Nothing may be followed
     * before it is there. */
    if (self->items != NULL) {
        found = visit(self->items, arg);
    }
    return found;
}

static void
shelf_dealloc(Shelf *self)
{
#ifndef SHELF_QUIET
    fprintf(stderr, "a shelf goes\n");
#endif
    Py_XDECREF(self->items);
    PyObject_GC_Del(self);
}

static PyTypeObject Shelf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "Shelf",
    .tp_basicsize = sizeof(Shelf),
    .tp_dealloc = (destructor)shelf_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)shelf_traverse,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (PyType_Ready(&Shelf_Type) < 0)
#if PY_MAJOR_VERSION >= 3
        return NULL;
#else
        return;
#endif
    Py_INCREF(&Shelf_Type);
    PyModule_AddObject(module, "Shelf", (PyObject *)&Shelf_Type);
    return module;
}
