/* Finders parse their arguments right into their fields, and are left behind where that fails. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *text;
    PyObject *found;
    PyObject *label;
    PyObject *options;
} Finder;

static PyObject *
finder_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *keywords[] = {"name", "text", "label", "options", NULL};
    PyObject *label = Py_None;
    PyObject *options = Py_None;
    Finder *self = (Finder *)type->tp_alloc(type, 0);

    if (self == NULL) {
        return NULL;
    }
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|OO", keywords, &self->name, &self->text, &label,
                                     &options)) {
        return NULL;
    }
    Py_INCREF(self->name);
    Py_INCREF(self->text);
    self->options = options;
    self->found = PyList_New(0);
    Py_INCREF(options);
    self->label = label;
    Py_INCREF(label);
    return (PyObject *)self;
}

static PyObject *
finder_find(Finder *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("OOOOO", self->name, self->text, self->found, self->label, self->options);
}

static int
finder_traverse(Finder *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->found);
    Py_VISIT(self->label);
    return 0;
}

static void
finder_dealloc(Finder *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_DECREF(self->name);
    Py_DECREF(self->text);
    Py_XDECREF(self->found);
    Py_DECREF(self->label);
    Py_DECREF(self->options);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef finder_methods[] = {
    {"find", (PyCFunction)finder_find, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject *Finder_Type;

static PyType_Slot Finder_slots[] = {
    {Py_tp_dealloc, finder_dealloc},
    {Py_tp_methods, finder_methods},
    {Py_tp_new, finder_new},
    {Py_tp_traverse, finder_traverse},
    {0, NULL},
};

static PyType_Spec Finder_spec = {
    .name = "fields_filled_by_parsing.Finder",
    .basicsize = sizeof(Finder),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Finder_slots,
};

static struct PyModuleDef finder_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "fields_filled_by_parsing",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_fields_filled_by_parsing(void)
{
    PyObject *module = PyModule_Create(&finder_module);

    if (module == NULL) {
        return NULL;
    }
    Finder_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Finder_spec, NULL);
    if (Finder_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, Finder_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
