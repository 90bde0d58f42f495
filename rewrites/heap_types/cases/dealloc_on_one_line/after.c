#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *label;
} Tag;

static int
tag_traverse(Tag *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->label);
    return 0;
}

static void tag_dealloc(Tag *self) {
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->label);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Tag_Type;

static PyType_Slot Tag_slots[] = {
    {Py_tp_dealloc, tag_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, tag_traverse},
    {0, NULL},
};

static PyType_Spec Tag_spec = {
    .name = "tags.Tag",
    .basicsize = sizeof(Tag),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tag_slots,
};

static struct PyModuleDef tags = {PyModuleDef_HEAD_INIT, "tags", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_tags(void)
{
    PyObject *module = PyModule_Create(&tags);

    if (module == NULL) {
        return NULL;
    }
    Tag_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tag_spec, NULL);
    if (Tag_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, Tag_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
