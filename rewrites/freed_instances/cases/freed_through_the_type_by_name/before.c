/* The deallocator frees through the type by its name, which the module may not have any more. */
#include <Python.h>
#include <stddef.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *weakrefs;
} Box;

static PyTypeObject Box_Type;

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
    Py_TRASHCAN_BEGIN(self, Box_dealloc);
    Box_Type.tp_free(self);
    Py_TRASHCAN_END;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "freed_through_the_type_by_name.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_weaklistoffset = offsetof(Box, weakrefs),
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "freed_through_the_type_by_name",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_freed_through_the_type_by_name(void)
{
    PyObject *module;

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
