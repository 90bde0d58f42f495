#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *title;
    char *shelfmark;
} Book;

static void
Book_dealloc(Book *self)
{
    Py_XDECREF(self->title);
    if (self->shelfmark != NULL) {
        PyMem_Free(self->shelfmark);
    }
}

static PyTypeObject Book_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shop.Book",
    .tp_basicsize = sizeof(Book),
    .tp_dealloc = (destructor)Book_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject_HEAD
    PyObject *books;
} Shelf;

static int
Shelf_traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(((Shelf *)op)->books);
    return 0;
}

static void
Shelf_dealloc(PyObject *op)
{
    Shelf *self = (Shelf *)op;

    PyObject_GC_UnTrack(op);
    Py_CLEAR(self->books);
}

static PyTypeObject Shelf_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shop.Shelf",
    .tp_basicsize = sizeof(Shelf),
    .tp_dealloc = Shelf_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = Shelf_traverse,
    .tp_new = PyType_GenericNew,
};

typedef struct {
    PyObject_HEAD
    FILE *file;
} Catalogue;

static void
Catalogue_dealloc(PyObject *op)
{
    Catalogue *self = (Catalogue *)op;

    if (self->file) {
        fclose(self->file);
    }
}

static PyTypeObject Catalogue_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shop.Catalogue",
    .tp_basicsize = sizeof(Catalogue),
    .tp_dealloc = Catalogue_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "shop", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_shop(void)
{
    PyObject *m;

    /* What the type is an instance of, and how its own are allocated. */
    Py_SET_TYPE(&Shelf_Type, &PyType_Type);
    Shelf_Type.tp_alloc = PyType_GenericAlloc;
    if (PyType_Ready(&Book_Type) < 0 || PyType_Ready(&Shelf_Type) < 0 || PyType_Ready(&Catalogue_Type) < 0)
        return NULL;
    m = PyModule_Create(&shop_module);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Book_Type);
    PyModule_AddObject(m, "Book", (PyObject *)&Book_Type);
    Py_INCREF(&Catalogue_Type);
    PyModule_AddObject(m, "Catalogue", (PyObject *)&Catalogue_Type);
    Py_INCREF(&Shelf_Type);
    PyModule_AddObject(m, "Shelf", (PyObject *)&Shelf_Type);
    return m;
}
