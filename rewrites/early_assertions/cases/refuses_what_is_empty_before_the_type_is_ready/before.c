/* The dictionary is there once the type is ready, and a field is set in between: neither holds later. */
#include <Python.h>
#include <stddef.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *weakrefs;
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->item);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
    Py_CLEAR(self->item);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_what_is_empty_before_the_type_is_ready.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_weaklistoffset = offsetof(Box, weakrefs),
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_what_is_empty_before_the_type_is_ready",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_what_is_empty_before_the_type_is_ready(void)
{
    PyObject *module;

    assert(Box_Type.tp_dict == NULL);
    Box_Type.tp_new = PyType_GenericNew;
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
