/* A deallocator releases a local that is given another one with a cast, which is no call. */
#include <Python.h>

typedef struct Link {
    PyObject_HEAD
    struct Link *next;
} Link;

static void
Link_dealloc(Link *self)
{
    PyObject *item;
    Link *next = self->next;

    item = (PyObject *)next;
    Py_XDECREF(item);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Link_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "chain.Link",
    .tp_basicsize = sizeof(Link),
    .tp_dealloc = (destructor)Link_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef chain_module = {
    PyModuleDef_HEAD_INIT, "chain", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_chain(void)
{
    PyObject *m;

    if (PyType_Ready(&Link_Type) < 0)
        return NULL;
    m = PyModule_Create(&chain_module);
    if (m == NULL)
        return NULL;
    if (PyModule_AddObjectRef(m, "Link", (PyObject *)&Link_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
