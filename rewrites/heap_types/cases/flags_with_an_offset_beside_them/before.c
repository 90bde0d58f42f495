#include <Python.h>
#include <stddef.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
#if PY_VERSION_HEX < 0x030C0000
    PyObject *weakrefs;
#endif
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->content);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    PyObject_ClearWeakRefs((PyObject *)self);
    Box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Newer Pythons keep the list of weak references by themselves. */
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_basicsize = sizeof(Box),
#if PY_VERSION_HEX < 0x030C0000  // 3.12
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_weaklistoffset = offsetof(Box, weakrefs),
#else
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_MANAGED_WEAKREF,
#endif
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef boxes = {
    PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    m = PyModule_Create(&boxes);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
