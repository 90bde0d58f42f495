/* Calls through a pointer in parentheses are calls: of tp_free, and of the base's tp_dealloc. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Label;

typedef struct {
    PyListObject list;
    PyObject *owner;
} Labels;

static int
Label_traverse(Label *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static void
Label_dealloc(Label *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->name);
    (tp->tp_free)((PyObject *)self);
    Py_DECREF(tp);
}

static int
Labels_traverse(Labels *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->owner);
    return PyList_Type.tp_traverse((PyObject *)self, visit, arg);
}

static void
Labels_dealloc(Labels *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->owner);
    (PyList_Type.tp_dealloc)((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Label_Type;

static PyType_Slot Label_slots[] = {
    {Py_tp_dealloc, Label_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Label_traverse},
    {0, NULL},
};

static PyType_Spec Label_spec = {
    .name = "labels.Label",
    .basicsize = sizeof(Label),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Label_slots,
};

static int
Labels_clear(PyObject *self)
{
    return PyList_Type.tp_clear(self);
}

static PyTypeObject *Labels_Type;

static PyType_Slot Labels_slots[] = {
    {Py_tp_dealloc, Labels_dealloc},
    {Py_tp_traverse, Labels_traverse},
    {Py_tp_clear, Labels_clear},
    {0, NULL},
};

static PyType_Spec Labels_spec = {
    .name = "labels.Labels",
    .basicsize = sizeof(Labels),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Labels_slots,
};

static struct PyModuleDef labels = {
    PyModuleDef_HEAD_INIT, "labels", NULL, -1, NULL
};

static PyTypeObject *
labels_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

PyMODINIT_FUNC
PyInit_labels(void)
{
    PyObject *module;

    module = PyModule_Create(&labels);
    if (module == NULL)
        return NULL;

    Label_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Label_spec, NULL);
    if (Label_Type == NULL)
        return NULL;
    Labels_Type = labels_new_subtype(module, &Labels_spec, &PyList_Type);
    if (Labels_Type == NULL)
        return NULL;
    Py_INCREF(Label_Type);
    if (PyModule_AddObject(module, "Label", (PyObject *)Label_Type) < 0) {
        Py_DECREF(Label_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Labels_Type);
    if (PyModule_AddObject(module, "Labels", (PyObject *)Labels_Type) < 0) {
        Py_DECREF(Labels_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
