#include <Python.h>

#define FREE(o) PyMem_Free((o)->text); Py_TYPE(o)->tp_free((PyObject*)o)

typedef struct {
    PyObject_HEAD
    char *text;
} Note;

static void
Note_dealloc(Note *self)
{
    FREE(self);
}

static PyTypeObject Note_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_macro_that_frees_more.Note",
    .tp_basicsize = sizeof(Note),
    .tp_dealloc = (destructor)Note_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef note_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_macro_that_frees_more",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_macro_that_frees_more(void)
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
