#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

static PyTypeObject Box_Type;
static PyTypeObject Crate_Type;

static int boxes, others;

static PyObject *
box_item(Box *self, PyObject *Py_UNUSED(ignored))
{
    return Py_NewRef(self->item != NULL ? self->item : Py_None);
}

static PyMethodDef box_methods[] = {
    {"item", (PyCFunction)box_item, METH_NOARGS, NULL},
    {NULL}
};

static PyMethodDef crate_methods[] = {
    {"item", (PyCFunction)box_item, METH_NOARGS, NULL},
    {NULL}
};

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    if (Py_TYPE(self) == &Box_Type)
        assert(Py_TYPE(self)->tp_dictoffset == 0);
    Py_VISIT(self->item);
    return 0;
}

static int
box_clear(Box *self)
{
    Py_CLEAR(self->item);
    return 0;
}

static void
box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    if (Py_IS_TYPE(self, &Box_Type)) {
        boxes--;
    }
    else if (&Crate_Type != Py_TYPE((PyObject *)self) && !Py_IS_TYPE(self, &Crate_Type)) {
        others--;
    }
    Py_XDECREF(self->item);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_methods = box_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Crate",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_methods = crate_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0 || PyModule_AddType(module, &Crate_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
