/* What a type releases may differ between builds, where its own tp_traverse tells the collector of it. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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
    Py_VISIT(Py_TYPE(self));
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
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Book_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Book_Type;

static PyType_Slot Book_slots[] = {
    {Py_tp_dealloc, Book_dealloc},
    {Py_tp_traverse, Book_traverse},
    {Py_tp_clear, Book_clear},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Book_spec = {
    .name = "shop.Book",
    .basicsize = sizeof(Book),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Book_slots,
};

static struct PyModuleDef shop_module = {
    PyModuleDef_HEAD_INIT, "shop", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_shop(void)
{
    PyObject *m;

    m = PyModule_Create(&shop_module);
    if (m == NULL)
        return NULL;

    Book_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Book_spec, NULL);
    if (Book_Type == NULL)
        return NULL;
    if (PyModule_AddObjectRef(m, "Book", (PyObject *)Book_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
