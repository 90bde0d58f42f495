/* object is the base of a type by default: naming it changes nothing, and doesn't let it be instantiated. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Link;

static int
link_traverse(Link *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

static void
link_dealloc(Link *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->value);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Link_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Link_methods[] = {
    {"__reduce__", Link_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject *Link_Type;

static PyType_Slot Link_slots[] = {
    {Py_tp_dealloc, link_dealloc},
    {Py_tp_traverse, link_traverse},
    {Py_tp_methods, Link_methods},
    {0, NULL},
};

static PyType_Spec Link_spec = {
    .name = "link.Link",
    .basicsize = sizeof(Link),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Link_slots,
};

static struct PyModuleDef link_module = {
    PyModuleDef_HEAD_INIT, "link", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_link(void)
{
    PyObject *module = PyModule_Create(&link_module);

    if (module == NULL)
        return NULL;
    Link_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Link_spec, NULL);
    if (Link_Type == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Link_Type->tp_new = NULL;
#endif
    Py_INCREF(Link_Type);
    PyModule_AddObject(module, "Link", (PyObject *)Link_Type);
    return module;
}
