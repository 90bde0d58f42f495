/* A deallocator releases a local that is given another one with a cast, which is no call. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct Link {
    PyObject_HEAD
    struct Link *next;
} Link;

static int
Link_traverse(Link *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->next);
    return 0;
}

static void
Link_dealloc(Link *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject *item;
    Link *next = self->next;

    PyObject_GC_UnTrack(self);
    item = (PyObject *)next;
    Py_XDECREF(item);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Link_Type;

static PyType_Slot Link_slots[] = {
    {Py_tp_dealloc, Link_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Link_traverse},
    {0, NULL},
};

static PyType_Spec Link_spec = {
    .name = "chain.Link",
    .basicsize = sizeof(Link),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Link_slots,
};

static struct PyModuleDef chain_module = {
    PyModuleDef_HEAD_INIT, "chain", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_chain(void)
{
    PyObject *m;

    m = PyModule_Create(&chain_module);
    if (m == NULL)
        return NULL;

    Link_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Link_spec, NULL);
    if (Link_Type == NULL)
        return NULL;
    if (PyModule_AddObjectRef(m, "Link", (PyObject *)Link_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
