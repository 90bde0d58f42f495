/* Deallocators that ask by a macro for their exact type, which others ask for as well. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

static PyTypeObject Box_Type;
static PyTypeObject Crate_Type;

#define Box_CheckExact(op) Py_IS_TYPE(op, &Box_Type)
#define Crate_CheckExact(op) (&Crate_Type == Py_TYPE((PyObject *)(op)))

/* Boxes that were finalised, and what else was freed. */
static int finalised, others;

static PyObject *
box_item(Box *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *item = self->item != NULL ? self->item : Py_None;

    Py_INCREF(item);
    return item;
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
box_finalize(PyObject *self)
{
    finalised++;
}

static void
box_dealloc(PyObject *self)
{
    Box *box = (Box *)self;

    if (Box_CheckExact(box)) {
        /* Where it is of a subclass, subtype_dealloc calls the finaliser. */
        if (PyObject_CallFinalizerFromDealloc(self) < 0) {
            return;
        }
    }
    PyObject_GC_UnTrack(self);
    if (!Box_CheckExact(self) && !Crate_CheckExact(self)) {
        others++;
    }
    (void)box_clear(box);
    Py_TYPE(self)->tp_free(self);
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
    .tp_name = "exact_type_tested_by_macros.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
    .tp_dealloc = box_dealloc,
    .tp_finalize = box_finalize,
    .tp_methods = box_methods,
    .tp_init = (initproc)box_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "exact_type_tested_by_macros.Crate",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
    .tp_dealloc = box_dealloc,
    .tp_methods = crate_methods,
    .tp_init = (initproc)box_init,
    .tp_new = PyType_GenericNew,
};

static PyObject *
freed(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("ii", finalised, others);
}

static PyObject *
is_exact(PyObject *module, PyObject *object)
{
    return PyBool_FromLong(Box_CheckExact(object));
}

static PyMethodDef functions[] = {
    {"freed", freed, METH_NOARGS, NULL},
    {"is_exact", is_exact, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "exact_type_tested_by_macros",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_exact_type_tested_by_macros(void)
{
    PyObject *module = PyModule_Create(&box_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Box_Type) < 0 || PyModule_AddType(module, &Crate_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
