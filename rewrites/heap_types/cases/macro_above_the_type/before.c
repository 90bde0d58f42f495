/* What is static in another build stands above the type and an object, in lines of its own. */
#include <Python.h>
#include <stddef.h>

#ifdef ONE_FILE
#  define INTERNAL static
#else
#  define INTERNAL
#endif

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *weakrefs;
} Box;

INTERNAL
PyObject *shelf_error = NULL;

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

INTERNAL
PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "macro_above_the_type.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_weaklistoffset = offsetof(Box, weakrefs),
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macro_above_the_type",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_macro_above_the_type(void)
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
    shelf_error = PyErr_NewException("macro_above_the_type.Error", NULL, NULL);
    Py_XINCREF(shelf_error);
    if (PyModule_AddObject(module, "Error", shelf_error) < 0) {
        Py_XDECREF(shelf_error);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
