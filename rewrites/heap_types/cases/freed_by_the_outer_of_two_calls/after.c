/* Closing a reader may release it once more: the outer call frees it. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    FILE *file;
    char *line;
} Reader;

static void
reader_dealloc(Reader *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    if (self->file == NULL) {
        return;
    }
    FILE *file = self->file;
    self->file = NULL;
    fclose(file);
    PyMem_Free(self->line);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Reader_Type;

static PyType_Slot Reader_slots[] = {
    {Py_tp_dealloc, reader_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Reader_spec = {
    .name = "freed_by_the_outer_of_two_calls.Reader",
    .basicsize = sizeof(Reader),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reader_slots,
};

static struct PyModuleDef reader_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "freed_by_the_outer_of_two_calls",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_freed_by_the_outer_of_two_calls(void)
{
    PyObject *module = PyModule_Create(&reader_module);

    if (module == NULL) {
        return NULL;
    }
    Reader_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Reader_spec, NULL);
    if (Reader_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, Reader_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
