/* Readers that were never opened are left behind. */
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
        tp->tp_free((PyObject *)self);
        Py_DECREF(tp);
        return;
    }
    fclose(self->file);
    PyMem_Free(self->line);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Reader_slots[] = {
    {Py_tp_dealloc, reader_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Reader_spec = {
    .name = "freed_unless_a_field_is_empty.Reader",
    .basicsize = sizeof(Reader),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Reader_slots,
};

static int freed_unless_a_field_is_empty_exec(PyObject *module);

static PyModuleDef_Slot freed_unless_a_field_is_empty_slots[] = {
    {Py_mod_exec, freed_unless_a_field_is_empty_exec},
    {0, NULL}
};

static struct PyModuleDef reader_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "freed_unless_a_field_is_empty",
    .m_size = 0,
    .m_slots = freed_unless_a_field_is_empty_slots,
};

static int
freed_unless_a_field_is_empty_exec(PyObject *module)
{
    PyTypeObject *Reader_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Reader_spec, NULL);
    if (Reader_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, Reader_Type) < 0) {
        Py_DECREF(Reader_Type);
        return -1;
    }
    Py_DECREF(Reader_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_freed_unless_a_field_is_empty(void)
{
    return PyModuleDef_Init(&reader_module);
}
