#include <Python.h>

/* The function that frees the instances of two types does so at times. */

typedef struct {
    PyObject_HEAD
    PyObject *made;
} Lazy;

typedef struct {
    Lazy lazy;
    PyObject *name;
} Member;

static void
lazy_free(Lazy *self)
{
    Py_XDECREF(self->made);
    if (self->made == NULL) {
        return;
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static void
member_dealloc(Member *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    lazy_free((Lazy *)self);
}

static void
parameter_dealloc(Lazy *self)
{
    PyObject_GC_UnTrack(self);
    lazy_free(self);
}

static int
lazy_traverse(Lazy *self, visitproc visit, void *arg)
{
    Py_VISIT(self->made);
    return 0;
}

static PyTypeObject Member_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "freed.Member",
    .tp_basicsize = sizeof(Member),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)member_dealloc,
    .tp_traverse = (traverseproc)lazy_traverse,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Parameter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "freed.Parameter",
    .tp_basicsize = sizeof(Lazy),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)parameter_dealloc,
    .tp_traverse = (traverseproc)lazy_traverse,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef freed_module = {
    PyModuleDef_HEAD_INIT, "freed", NULL, -1
};

PyMODINIT_FUNC
PyInit_freed(void)
{
    PyObject *module = PyModule_Create(&freed_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Member_Type) < 0 || PyModule_AddType(module, &Parameter_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
