#include <Python.h>

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
    PyObject_GC_UnTrack(self);
    (void)View_clear(self);
    PyObject_GC_Del(self);
}

static int
View_traverse(View *self, visitproc visit, void *arg)
{
    Py_VISIT(self->items);
    return 0;
}

static PyTypeObject View_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "views.View",
    .tp_basicsize = sizeof(View),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_dealloc = (destructor)View_dealloc,
    .tp_traverse = (traverseproc)View_traverse,
    .tp_clear = (inquiry)View_clear,
};

static PyObject *
view_of(PyObject *module, PyObject *items)
{
    View *view = PyObject_GC_New(View, &View_Type);

    if (view == NULL) {
        return NULL;
    }
    Py_INCREF(items);
    view->items = items;
    Py_INCREF(&View_Type);
    view->iterator_type = &View_Type;
    view->asked_as = &View_Type;
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
    if (PyType_Ready(&View_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&views_module);
}
