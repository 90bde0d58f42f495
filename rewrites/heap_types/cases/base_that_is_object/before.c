/* object is the base of a type by default: naming it changes nothing, and doesn't let it be instantiated. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *value;
} Link;

static void
link_dealloc(Link *self)
{
    Py_XDECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Link_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "link.Link",
    .tp_basicsize = sizeof(Link),
    .tp_dealloc = (destructor)link_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
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
    Link_Type.tp_base = &PyBaseObject_Type;
    if (PyType_Ready(&Link_Type) < 0)
        return NULL;
    Py_INCREF(&Link_Type);
    PyModule_AddObject(module, "Link", (PyObject *)&Link_Type);
    return module;
}
