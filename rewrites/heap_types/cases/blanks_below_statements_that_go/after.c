#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyMethodDef book_methods[] = {{NULL, NULL, 0, NULL}};
static PyTypeObject *BookType;

static PyType_Slot Book_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, book_methods},
    {0, NULL},
};

static PyType_Spec Book_spec = {
    .name = "m.Book",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Book_slots,
};

static PyTypeObject *PenType;

static PyType_Slot Pen_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_methods, book_methods},
    {0, NULL},
};

static PyType_Spec Pen_spec = {
    .name = "m.Pen",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pen_slots,
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, .m_name = "m", .m_size = -1};

PyMODINIT_FUNC
PyInit_m(void)
{
    /* What Python 2 needed as well. */
    
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        return NULL;
    PenType = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Pen_spec, NULL);
    if (PenType == NULL)
        return NULL;
    BookType = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Book_spec, NULL);
    if (BookType == NULL)
        return NULL;
    Py_INCREF(BookType);
    PyModule_AddObject(module, "Book", (PyObject *)BookType);
    return module;
}
