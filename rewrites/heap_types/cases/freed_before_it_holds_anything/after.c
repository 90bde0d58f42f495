/* Constructors free instances on errors: those that hold nothing yet are left to the deallocator. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    char *text;
    PyObject *name;
    int size;
} Label;

static PyTypeObject *Label_Type;

static PyObject *
make_label(PyObject *module, PyObject *name)
{
    Label *self = (Label *)Label_Type->tp_alloc(Label_Type, 0);
    char *text;

    if (self == NULL) {
        return NULL;
    }
    self->size = 16;
    self->name = NULL;
    text = malloc(16);
    if (text == NULL) {
        PyErr_NoMemory();
        Py_DECREF(self);
        return NULL;
    }
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "a label needs a name");
        free(text);
        Py_DECREF(self);
        return NULL;
    }
    self->text = text;
    if (PyUnicode_GetLength(name) == 0) {
        PyErr_SetString(PyExc_ValueError, "a label needs some name");
        free(text);
        {
            PyTypeObject *tp = Py_TYPE(self);
            PyObject_GC_UnTrack(self);
            tp->tp_free(self);
            Py_DECREF(tp);
        }
        return NULL;
    }
    Py_INCREF(name);
    self->name = name;
    return (PyObject *)self;
}

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
    if (self->text != NULL) {
        free(self->text);
    }
    Py_XDECREF(self->name);
    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Label_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Label_methods[] = {
    {"__reduce__", Label_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Label_slots[] = {
    {Py_tp_dealloc, Label_dealloc},
    {Py_tp_traverse, Label_traverse},
    {Py_tp_methods, Label_methods},
    {0, NULL},
};

static PyType_Spec Label_spec = {
    .name = "labels.Label",
    .basicsize = sizeof(Label),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Label_slots,
};

static PyMethodDef labels_methods[] = {
    {"label", make_label, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef labels_definition = {
    PyModuleDef_HEAD_INIT, "labels", NULL, -1, labels_methods
};

PyMODINIT_FUNC
PyInit_labels(void)
{
    PyObject *module = PyModule_Create(&labels_definition);
    if (module == NULL) {
        return NULL;
    }
    Label_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Label_spec, NULL);
    if (Label_Type == NULL) {
        return NULL;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Label_Type->tp_new = NULL;
#endif
    if (PyModule_AddType(module, Label_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
