/* Box_dealloc() releases the type for heap types alone; Lid_dealloc() and Jar_dealloc() share what counts it up. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int is_open;
} Box;

static void
Box_dealloc(Box *self)
{
    PyTypeObject *type = Py_TYPE(self);

    type->tp_free((PyObject *)self);
    if (type->tp_flags & Py_TPFLAGS_HEAPTYPE) {
        Py_DECREF(type);
    }
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static void
keep(PyObject *self)
{
    _Py_NewReference(self);
    if (Py_TYPE(self)->tp_flags & Py_TPFLAGS_HEAPTYPE) {
        Py_INCREF(Py_TYPE(self));
    }
}

static void
Lid_dealloc(Box *self)
{
    if (self->is_open) {
        self->is_open = 0;
        keep((PyObject *)self);
        return;
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static void
Jar_dealloc(Box *self)
{
    if (self->is_open > 1) {
        self->is_open--;
        keep((PyObject *)self);
        return;
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Lid_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Jar_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Jar",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Jar_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef boxes = {
    PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module = PyModule_Create(&boxes);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0 || PyModule_AddType(module, &Lid_Type) < 0 ||
        PyModule_AddType(module, &Jar_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
