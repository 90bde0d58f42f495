#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    char *text;
} Note;

static void
Note_dealloc(Note *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyMem_Free(self->text);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Note_Type;

static PyType_Slot Note_slots[] = {
    {Py_tp_dealloc, Note_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Note_spec = {
    .name = "freed_by_a_macro_without_parameters.Note",
    .basicsize = sizeof(Note),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Note_slots,
};

static struct PyModuleDef note_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "freed_by_a_macro_without_parameters",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_freed_by_a_macro_without_parameters(void)
{
    PyObject *module = PyModule_Create(&note_module);

    if (module == NULL) {
        return NULL;
    }
    Note_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Note_spec, NULL);
    if (Note_Type == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Note_Type);
    if (PyModule_AddObject(module, "Note", (PyObject *)Note_Type) < 0) {
        Py_DECREF(Note_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
