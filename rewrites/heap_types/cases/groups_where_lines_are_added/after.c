/* Lines are added beside statements that stand in #if groups, or have comments above them. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *items;
} Shelf;

static int
shelf_traverse(Shelf *self, visitproc visit, void *arg)
{
    int found = 0;

    Py_VISIT(Py_TYPE(self));
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
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
#ifndef SHELF_QUIET
    fprintf(stderr, "a shelf goes\n");
#endif
    Py_XDECREF(self->items);
    PyObject_GC_Del(self);
    Py_DECREF(tp);
}

static PyTypeObject *Shelf_Type;

static PyType_Slot Shelf_slots[] = {
    {Py_tp_dealloc, shelf_dealloc},
    {Py_tp_traverse, shelf_traverse},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Shelf_spec = {
    .name = "shelf.Shelf",
    .basicsize = sizeof(Shelf),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shelf_slots,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    Shelf_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shelf_spec, NULL);
    if (Shelf_Type == NULL)
#if PY_MAJOR_VERSION >= 3
        return NULL;
#else
        return;
#endif
    Py_INCREF(Shelf_Type);
    PyModule_AddObject(module, "Shelf", (PyObject *)Shelf_Type);
    return module;
}
