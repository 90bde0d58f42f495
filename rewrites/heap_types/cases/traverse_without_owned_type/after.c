#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *items;
    PyTypeObject *iterator_type;        /* owned */
    PyTypeObject *asked_as;             /* borrowed */
} View;

static int
View_clear(View *self)
{
    Py_CLEAR(self->items);
    Py_CLEAR(self->iterator_type);
    return 0;
}

static void
View_dealloc(View *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    (void)View_clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(tp);
}

static int
View_traverse(View *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->items);
    Py_VISIT(self->iterator_type);
    return 0;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
View_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef View_methods[] = {
    {"__reduce__", View_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject *View_Type;

static PyType_Slot View_slots[] = {
    {Py_tp_dealloc, View_dealloc},
    {Py_tp_traverse, View_traverse},
    {Py_tp_clear, View_clear},
    {Py_tp_methods, View_methods},
    {0, NULL},
};

static PyType_Spec View_spec = {
    .name = "views.View",
    .basicsize = sizeof(View),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = View_slots,
};

static PyObject *
view_of(PyObject *module, PyObject *items)
{
    View *view = PyObject_GC_New(View, View_Type);

    if (view == NULL) {
        return NULL;
    }
    Py_INCREF(items);
    view->items = items;
    Py_INCREF(View_Type);
    view->iterator_type = View_Type;
    view->asked_as = View_Type;
    PyObject_GC_Track(view);
    return (PyObject *)view;
}

static PyMethodDef views_methods[] = {
    {"view", view_of, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef views_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "views",
    .m_size = -1,
    .m_methods = views_methods,
};

PyMODINIT_FUNC
PyInit_views(void)
{
    PyObject *module = PyModule_Create(&views_module);
    if (module == NULL) {
        return NULL;
    }
    View_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &View_spec, NULL);
    if (View_Type == NULL) {
        return NULL;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    View_Type->tp_new = NULL;
#endif
    return module;
}
