#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

typedef struct {
    Box box;
    PyObject *label;
} Crate;

#define TRAVERSE(type, field)                                        \
    static int                                                       \
    type##_traverse(type *self, visitproc visit, void *arg)          \
    {                                                                \
        Py_VISIT(self->field);                                       \
        return 0;                                                    \
    }

#define CLEAR(type, field)                                           \
    static int                                                       \
    type##_clear(type *self)                                         \
    {                                                                \
        Py_CLEAR(self->field);                                       \
        return 0;                                                    \
    }

static PyTypeObject Box_Type;

TRAVERSE(Crate, label)

static int
Crate_clear(Crate *self)
{
    Py_CLEAR(self->label);
    return Box_Type.tp_clear((PyObject *)self);
}

static void
Crate_dealloc(Crate *self)
{
    PyObject_GC_UnTrack(self);
    Crate_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Crate",
    .tp_basicsize = sizeof(Crate),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_base = &Box_Type,
    .tp_dealloc = (destructor)Crate_dealloc,
    .tp_traverse = (traverseproc)Crate_traverse,
    .tp_clear = (inquiry)Crate_clear,
};

TRAVERSE(Box, content)
CLEAR(Box, content)

static void
Box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    Box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
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

    if (PyType_Ready(&Box_Type) < 0 || PyType_Ready(&Crate_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(module, "Box", (PyObject *)&Box_Type) < 0 ||
        PyModule_AddObjectRef(module, "Crate", (PyObject *)&Crate_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
