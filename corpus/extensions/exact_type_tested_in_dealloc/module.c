#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

static PyTypeObject Box_Type;
static PyTypeObject Crate_Type;

/* Instances that were freed. */
static int boxes, others;

static PyObject *
box_item(Box *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("O", self->item != NULL ? self->item : Py_None);
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
        boxes++;
    }
    else if (&Crate_Type != Py_TYPE((PyObject *)self) && !Py_IS_TYPE(self, &Crate_Type)) {
        others++;
    }
    Py_XDECREF(self->item);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static int
box_init(Box *self, PyObject *args, PyObject *kwds)
{
    PyObject *item = NULL;

    if (!PyArg_ParseTuple(args, "|O", &item)) {
        return -1;
    }
    Py_XINCREF(item);
    Py_XSETREF(self->item, item);
    return 0;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "exact_type_tested_in_dealloc.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_methods = box_methods,
    .tp_init = (initproc)box_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "exact_type_tested_in_dealloc.Crate",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
    .tp_dealloc = (destructor)box_dealloc,
    .tp_methods = crate_methods,
    .tp_init = (initproc)box_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
freed(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("ii", boxes, others);
}

static PyMethodDef functions[] = {
    {"freed", freed, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef exact_type_tested_in_dealloc = {PyModuleDef_HEAD_INIT, "exact_type_tested_in_dealloc", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_exact_type_tested_in_dealloc(void)
{
    PyObject *module = PyModule_Create(&exact_type_tested_in_dealloc);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0 || PyModule_AddType(module, &Crate_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
