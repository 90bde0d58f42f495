#include <Python.h>

/* #define COLLECT_BARS     Costs some 10 percent: a bar knows its owner, and nothing else. */

typedef struct {
    PyObject_HEAD
    PyObject *owner;
    Py_ssize_t index;
} Bar;

static PyTypeObject Bar_Type;

static int
Bar_traverse(Bar *self, visitproc visit, void *arg)
{
    Py_VISIT(self->owner);
    return 0;
}

static int
Bar_clear(Bar *self)
{
    Py_CLEAR(self->owner);
    return 0;
}

static void
Bar_dealloc(Bar *self)
{
#ifdef COLLECT_BARS
    PyObject_GC_UnTrack(self);
#endif
    Py_XDECREF(self->owner);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Bar_make(PyObject *module, PyObject *owner)
{
    Bar *bar;

#ifdef COLLECT_BARS
    bar = PyObject_GC_New(Bar, &Bar_Type);
#else
    bar = PyObject_New(Bar, &Bar_Type);
#endif
    if (bar == NULL)
        return NULL;
    Py_INCREF(owner);
    bar->owner = owner;
    bar->index = 3;
#ifdef COLLECT_BARS
    PyObject_GC_Track(bar);
#endif
    return (PyObject *)bar;
}

static PyObject *
Bar_index(Bar *self, PyObject *ignored)
{
    return PyLong_FromSsize_t(self->index);
}

static PyMethodDef Bar_methods[] = {
    {"index", (PyCFunction)Bar_index, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject Bar_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "collected_in_a_group.Bar",
    .tp_basicsize = sizeof(Bar),
    .tp_dealloc = (destructor)Bar_dealloc,
#ifdef COLLECT_BARS
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
#else
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
#endif
    .tp_traverse = (traverseproc)Bar_traverse,
    .tp_clear = (inquiry)Bar_clear,
    .tp_methods = Bar_methods,
};

static PyMethodDef bars_methods[] = {
    {"bar", Bar_make, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef bars = {
    PyModuleDef_HEAD_INIT,
    .m_name = "collected_in_a_group",
    .m_size = -1,
    .m_methods = bars_methods,
};

PyMODINIT_FUNC
PyInit_collected_in_a_group(void)
{
    PyObject *module;

    if (PyType_Ready(&Bar_Type) < 0)
        return NULL;
    module = PyModule_Create(&bars);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Bar_Type);
    if (PyModule_AddObject(module, "Bar", (PyObject *)&Bar_Type) < 0) {
        Py_DECREF(&Bar_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
