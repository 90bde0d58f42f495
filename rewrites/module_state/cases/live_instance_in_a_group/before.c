/* Some builds know the context that was used last, which its deallocator forgets, and lend it to who asks. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int precision;
} Context;

#ifndef WITHOUT_CACHE
/* NULL, or a context that is alive. */
static Context *cached = NULL;
#endif

static PyObject *
context_use(Context *self, PyObject *unused)
{
#ifndef WITHOUT_CACHE
    cached = self;
#endif
    Py_RETURN_NONE;
}

#ifndef WITHOUT_CACHE
static PyObject *
last_context(void)
{
    if (cached && cached->precision > 0) {
        return (PyObject *)cached;
    }
    return Py_None;
}
#endif

static void
context_dealloc(Context *self)
{
    PyTypeObject *tp = Py_TYPE(self);

#ifndef WITHOUT_CACHE
    if (self == cached) {
        cached = NULL;
    }
#endif
    PyObject_GC_UnTrack(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
context_traverse(Context *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyMethodDef context_methods[] = {
    {"use", (PyCFunction)context_use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Context_slots[] = {
    {Py_tp_dealloc, context_dealloc},
    {Py_tp_traverse, context_traverse},
    {Py_tp_methods, context_methods},
    {0, NULL},
};

static PyType_Spec Context_spec = {
    .name = "live.Context",
    .basicsize = sizeof(Context),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = Context_slots,
};

static PyObject *
last(PyObject *module, PyObject *unused)
{
    PyObject *found = Py_None;

#ifndef WITHOUT_CACHE
    found = last_context();
#endif
    Py_INCREF(found);
    return found;
}

static PyMethodDef functions[] = {
    {"last", last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "live",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_live(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *type;

    if (module == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, &Context_spec, NULL);
    if (type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(type);
    return module;
}
