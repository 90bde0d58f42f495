/* What a type releases may differ between builds, where its own tp_traverse tells the collector of it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *title;
#ifdef WITH_NOTES
    PyObject *notes;
#endif
} Book;

static int
Book_traverse(Book *self, visitproc visit, void *arg)
{
    Py_VISIT(self->title);
#ifdef WITH_NOTES
    Py_VISIT(self->notes);
#endif
    return 0;
}

static int
Book_clear(Book *self)
{
    Py_CLEAR(self->title);
#ifdef WITH_NOTES
    Py_CLEAR(self->notes);
#endif
    return 0;
}

static void
Book_dealloc(Book *self)
{
    PyObject_GC_UnTrack(self);
    Book_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Book_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shop.Book",
    .tp_basicsize = sizeof(Book),
    .tp_dealloc = (destructor)Book_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Book_traverse,
    .tp_clear = (inquiry)Book_clear,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "shop", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_shop(void)
{
    PyObject *m;

    if (PyType_Ready(&Book_Type) < 0)
        return NULL;
    m = PyModule_Create(&shop_module);
    if (m == NULL)
        return NULL;
    if (PyModule_AddObjectRef(m, "Book", (PyObject *)&Book_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
