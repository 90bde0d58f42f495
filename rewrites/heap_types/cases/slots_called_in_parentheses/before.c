/* Calls through a pointer in parentheses are calls: of tp_free, and of the base's tp_dealloc. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *name;
} Label;

typedef struct {
    PyListObject list;
    PyObject *owner;
} Labels;

static void
Label_dealloc(Label *self)
{
    Py_XDECREF(self->name);
    (Py_TYPE(self)->tp_free)((PyObject *)self);
}

static void
Labels_dealloc(Labels *self)
{
    Py_CLEAR(self->owner);
    (PyList_Type.tp_dealloc)((PyObject *)self);
}

static PyTypeObject Label_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "labels.Label",
    .tp_basicsize = sizeof(Label),
    .tp_dealloc = (destructor)Label_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Labels_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "labels.Labels",
    .tp_basicsize = sizeof(Labels),
    .tp_dealloc = (destructor)Labels_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &PyList_Type,
};

static struct PyModuleDef labels = {
    PyModuleDef_HEAD_INIT, "labels", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_labels(void)
{
    PyObject *module;

    if (PyType_Ready(&Label_Type) < 0 || PyType_Ready(&Labels_Type) < 0)
        return NULL;
    module = PyModule_Create(&labels);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Label_Type);
    if (PyModule_AddObject(module, "Label", (PyObject *)&Label_Type) < 0) {
        Py_DECREF(&Label_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Labels_Type);
    if (PyModule_AddObject(module, "Labels", (PyObject *)&Labels_Type) < 0) {
        Py_DECREF(&Labels_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
