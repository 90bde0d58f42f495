#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *title;
    char *shelfmark;
} Book;

static int
Book_traverse(Book *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->title);
    return 0;
}

static void
Book_dealloc(Book *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->title);
    if (self->shelfmark != NULL) {
        PyMem_Free(self->shelfmark);
    }
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Book_slots[] = {
    {Py_tp_dealloc, Book_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Book_traverse},
    {0, NULL},
};

static PyType_Spec Book_spec = {
    .name = "shop.Book",
    .basicsize = sizeof(Book),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Book_slots,
};

typedef struct {
    PyObject_HEAD
    PyObject *books;
} Shelf;

static int
Shelf_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((Shelf *)op)->books);
    return 0;
}

static void
Shelf_dealloc(PyObject *op)
{
    PyTypeObject *tp = Py_TYPE(op);
    Shelf *self = (Shelf *)op;

    PyObject_GC_UnTrack(op);
    Py_CLEAR(self->books);
    tp->tp_free(op);
    Py_DECREF(tp);
}

static PyType_Slot Shelf_slots[] = {
    {Py_tp_dealloc, Shelf_dealloc},
    {Py_tp_traverse, Shelf_traverse},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Shelf_spec = {
    .name = "shop.Shelf",
    .basicsize = sizeof(Shelf),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shelf_slots,
};

typedef struct {
    PyObject_HEAD
    FILE *file;
} Catalogue;

static void
Catalogue_dealloc(PyObject *op)
{
    PyTypeObject *tp = Py_TYPE(op);
    Catalogue *self = (Catalogue *)op;

    if (self->file) {
        fclose(self->file);
    }
    tp->tp_free(op);
    Py_DECREF(tp);
}

static PyType_Slot Catalogue_slots[] = {
    {Py_tp_dealloc, Catalogue_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Catalogue_spec = {
    .name = "shop.Catalogue",
    .basicsize = sizeof(Catalogue),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Catalogue_slots,
};

static int shop_exec(PyObject *m);

static PyModuleDef_Slot shop_slots[] = {
    {Py_mod_exec, shop_exec},
    {0, NULL}
};

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "shop", NULL, 0, NULL, shop_slots
};

static int
shop_exec(PyObject *m)
{
    /* What the type is an instance of, and how its own are allocated. */
    PyTypeObject *Book_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Book_spec, NULL);
    if (Book_Type == NULL)
        return -1;
    PyTypeObject *Shelf_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Shelf_spec, NULL);
    if (Shelf_Type == NULL) {
        Py_DECREF(Book_Type);
        return -1;
    }
    PyTypeObject *Catalogue_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Catalogue_spec, NULL);
    if (Catalogue_Type == NULL) {
        Py_DECREF(Shelf_Type);
        Py_DECREF(Book_Type);
        return -1;
    }
    PyModule_AddObject(m, "Book", (PyObject *)Book_Type);
    PyModule_AddObject(m, "Catalogue", (PyObject *)Catalogue_Type);
    PyModule_AddObject(m, "Shelf", (PyObject *)Shelf_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_shop(void)
{
    return PyModuleDef_Init(&shop_module);
}
