#include <Python.h>

typedef struct {
    PyBaseExceptionObject base;
    PyObject *cursor;
} Error;

static int
Error_traverse(Error *self, visitproc visit, void *arg)
{
    Py_VISIT(self->cursor);
    return Py_TYPE(self)->tp_base->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
Error_clear(Error *self)
{
    Py_CLEAR(self->cursor);
    return Py_TYPE(self)->tp_base->tp_clear((PyObject *)self);
}

static void
Error_dealloc(Error *self)
{
    PyObject_GC_UnTrack(self);
    Error_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Error_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Error",
    .tp_basicsize = sizeof(Error),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = (destructor)Error_dealloc,
    .tp_traverse = (traverseproc)Error_traverse,
    .tp_clear = (inquiry)Error_clear,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;

    Error_Type.tp_base = (PyTypeObject *)PyExc_ValueError;
    if (PyType_Ready(&Error_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(module, "Error", (PyObject *)&Error_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
