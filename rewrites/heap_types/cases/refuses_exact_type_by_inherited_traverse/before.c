#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *next;
} Link;

static PyTypeObject Link_Type;

static int
link_traverse(Link *self, visitproc visit, void *arg)
{
    Py_VISIT(self->item);
    Py_VISIT(self->next);
    return 0;
}

/* A long chain is freed in a loop: each link would free the next one. */
static void
link_release(PyObject *link)
{
    while (link && Py_IS_TYPE(link, &Link_Type) &&
           Py_REFCNT(link) == 1) {
        PyObject *next = ((Link *)link)->next;
        ((Link *)link)->next = NULL;
        Py_DECREF(link);
        link = next;
    }
    Py_XDECREF(link);
}

static int
link_clear(Link *self)
{
    PyObject *next = self->next;

    Py_CLEAR(self->item);
    self->next = NULL;
    link_release(next);
    return 0;
}

static void
link_dealloc(Link *self)
{
    PyObject_GC_UnTrack(self);
    link_clear(self);
    PyObject_GC_Del(self);
}

static PyObject *
link_append(Link *self, PyObject *item)
{
    Link *made = PyObject_GC_New(Link, &Link_Type);

    if (made == NULL) {
        return NULL;
    }
    Py_INCREF(item);
    made->item = item;
    made->next = self->next;
    self->next = (PyObject *)made;
    PyObject_GC_Track(made);
    Py_RETURN_NONE;
}

static PyMethodDef link_methods[] = {
    {"append", (PyCFunction)link_append, METH_O, NULL},
    {NULL}
};

static PyTypeObject Link_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "chain.Link",
    .tp_basicsize = sizeof(Link),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)link_traverse,
    .tp_clear = (inquiry)link_clear,
    .tp_dealloc = (destructor)link_dealloc,
    .tp_methods = link_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef chain = {PyModuleDef_HEAD_INIT, "chain", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_chain(void)
{
    PyObject *module = PyModule_Create(&chain);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Link_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
