/* What the finaliser brings back to life has to stay known to the collector. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *owner;
} Box;

static int
finalise(PyObject *self)
{
    return PyObject_CallFinalizerFromDealloc(self);
}

static void
box_dealloc(Box *self)
{
    if (finalise((PyObject *)self) < 0)
        return;
    Py_XDECREF(self->owner);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->owner);
    return 0;
}

static int
box_clear(Box *self)
{
    Py_CLEAR(self->owner);
    return 0;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "finaliser_called_by_dealloc.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "finaliser_called_by_dealloc",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_finaliser_called_by_dealloc(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0)
        return NULL;
    module = PyModule_Create(&box_module);
    if (module == NULL)
        return NULL;
    if (PyModule_AddType(module, &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
