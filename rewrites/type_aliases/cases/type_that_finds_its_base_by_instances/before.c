#include <Python.h>

typedef struct {
    PyListObject list;
    PyObject *label;
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->label);
    if (Py_TYPE(self)->tp_base->tp_traverse) {
        return Py_TYPE(self)->tp_base->tp_traverse((PyObject *)self, visit, arg);
    }
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->label);
    return Py_TYPE(self)->tp_base->tp_clear((PyObject *)self);
}

static void
Box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->label);
    Py_TYPE(self)->tp_base->tp_dealloc((PyObject *)self);
}

static PyObject *
Box_set_label(Box *self, PyObject *label)
{
    Py_INCREF(label);
    Py_XSETREF(self->label, label);
    Py_RETURN_NONE;
}

static PyMethodDef Box_methods[] = {
    {"set_label", (PyCFunction)Box_set_label, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_base = &PyList_Type,
    .tp_methods = Box_methods,
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddObjectRef(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
