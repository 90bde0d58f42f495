/* The module makes the first context, and owns it until another one is used. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *flags;
    int precision;
} Context;

static PyTypeObject Context_Type;
/* Invariant: NULL or a context that is alive. */
static Context *cached_context = NULL;

static int
context_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *flags;

    if (!PyArg_ParseTuple(args, "iO", &((Context *)self)->precision, &flags)) {
        return -1;
    }
    Py_INCREF(flags);
    Py_XSETREF(((Context *)self)->flags, flags);
    return 0;
}

static int
context_traverse(Context *self, visitproc visit, void *arg)
{
    Py_VISIT(self->flags);
    return 0;
}

static int
context_clear(Context *self)
{
    Py_CLEAR(self->flags);
    return 0;
}

static void
context_dealloc(Context *self)
{
    PyObject_GC_UnTrack(self);
    if (self == cached_context) {
        cached_context = NULL;
    }
    (void)context_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
context_use(PyObject *self, PyObject *unused)
{
    cached_context = (Context *)self;
    Py_RETURN_NONE;
}

static PyMethodDef context_methods[] = {
    {"use", context_use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Context_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_owned_live.Context",
    .tp_basicsize = sizeof(Context),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)context_dealloc,
    .tp_traverse = (traverseproc)context_traverse,
    .tp_clear = (inquiry)context_clear,
    .tp_methods = context_methods,
    .tp_init = context_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
precision(PyObject *module, PyObject *unused)
{
    if (cached_context == NULL) {
        Py_RETURN_NONE;
    }
    return PyLong_FromLong(cached_context->precision);
}

static PyMethodDef functions[] = {
    {"precision", precision, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_owned_live",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_refuses_owned_live(void)
{
    PyObject *module;

    if (PyType_Ready(&Context_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    {
        Context *first = PyObject_GC_New(Context, &Context_Type);

        if (first == NULL) {
            Py_DECREF(module);
            return NULL;
        }
        first->flags = NULL;
        first->precision = 3;
        cached_context = first;
    }
    Py_INCREF(&Context_Type);
    if (PyModule_AddObject(module, "Context", (PyObject *)&Context_Type) < 0) {
        Py_DECREF(&Context_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
