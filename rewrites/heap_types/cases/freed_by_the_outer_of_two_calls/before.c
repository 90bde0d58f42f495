/* Closing a reader may release it once more: the outer call frees it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    FILE *file;
    char *line;
} Reader;

static void
reader_dealloc(Reader *self)
{
    if (self->file == NULL) {
        return;
    }
    FILE *file = self->file;
    self->file = NULL;
    fclose(file);
    PyMem_Free(self->line);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Reader_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "freed_by_the_outer_of_two_calls.Reader",
    .tp_basicsize = sizeof(Reader),
    .tp_dealloc = (destructor)reader_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
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
    if (PyModule_AddType(module, &Reader_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
