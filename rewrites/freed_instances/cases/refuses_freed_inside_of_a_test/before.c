/* Readers are freed if they were opened, and counted behind that. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    FILE *file;
    char *line;
} Reader;

static int closed;

static void
reader_dealloc(Reader *self)
{
    if (self->file != NULL)
    {
        fclose(self->file);
        PyMem_Free(self->line);
        Py_TYPE(self)->tp_free((PyObject *)self);
    }
    closed++;
}

static PyTypeObject Reader_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_freed_inside_of_a_test.Reader",
    .tp_basicsize = sizeof(Reader),
    .tp_dealloc = (destructor)reader_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef reader_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_freed_inside_of_a_test",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_freed_inside_of_a_test(void)
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
