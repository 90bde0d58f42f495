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

static PyType_Slot Finder_slots[] = {
    {Py_tp_dealloc, finder_dealloc},
    {Py_tp_methods, finder_methods},
    {Py_tp_new, finder_new},
    {Py_tp_traverse, finder_traverse},
    {0, NULL},
};

static PyType_Spec Finder_spec = {
    .name = "arguments_parsed_into_fields.Finder",
    .basicsize = sizeof(Finder),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Finder_slots,
};

static int arguments_parsed_into_fields_exec(PyObject *module);

static PyModuleDef_Slot arguments_parsed_into_fields_slots[] = {
    {Py_mod_exec, arguments_parsed_into_fields_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef finder_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "arguments_parsed_into_fields",
    .m_size = 0,
    .m_slots = arguments_parsed_into_fields_slots,
};

static int
arguments_parsed_into_fields_exec(PyObject *module)
{
    PyTypeObject *Finder_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Finder_spec, NULL);
    if (Finder_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, Finder_Type) < 0) {
        Py_DECREF(Finder_Type);
        return -1;
    }
    Py_DECREF(Finder_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_arguments_parsed_into_fields(void)
{
    return PyModuleDef_Init(&finder_module);
}
