/* Finders parse their arguments right into their fields, and are left behind where that fails. */
#include <Python.h>

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

static void
finder_dealloc(Finder *self)
{
    Py_DECREF(self->name);
    Py_DECREF(self->text);
    Py_XDECREF(self->found);
    Py_DECREF(self->label);
    Py_DECREF(self->options);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef finder_methods[] = {
    {"find", (PyCFunction)finder_find, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Finder_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "fields_filled_by_parsing.Finder",
    .tp_basicsize = sizeof(Finder),
    .tp_dealloc = (destructor)finder_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = finder_methods,
    .tp_new = finder_new,
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
    if (PyModule_AddType(module, &Finder_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
