#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#  define FREE_SELF Py_TYPE(self)->tp_free((PyObject *)self)
#else
#  define FREE_SELF self->ob_type->tp_free((PyObject *)self)
#endif

typedef struct {
    PyObject_HEAD
    char *text;
} Note;

static void
Note_dealloc(Note *self)
{
    PyMem_Free(self->text);
    FREE_SELF;
}

static PyTypeObject Note_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "freed_by_a_macro_without_parameters.Note",
    .tp_basicsize = sizeof(Note),
    .tp_dealloc = (destructor)Note_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
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
    if (PyType_Ready(&Note_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Note_Type);
    if (PyModule_AddObject(module, "Note", (PyObject *)&Note_Type) < 0) {
        Py_DECREF(&Note_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
