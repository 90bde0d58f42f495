#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

static PyTypeObject *Box_Type;
static PyTypeObject *Crate_Type;

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
    Py_VISIT(Py_TYPE(self));
    if (Py_TYPE(self)->tp_methods == box_methods)
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
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (Py_TYPE(self)->tp_methods == box_methods) {
        boxes--;
    }
    else if (Py_TYPE((PyObject *)self)->tp_methods != crate_methods &&
             !(Py_TYPE(self)->tp_methods == crate_methods)) {
        others--;
    }
    Py_XDECREF(self->item);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_traverse, box_traverse},
    {Py_tp_clear, box_clear},
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_methods, box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Crate_slots[] = {
    {Py_tp_traverse, box_traverse},
    {Py_tp_clear, box_clear},
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_methods, crate_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Crate_spec = {
    .name = "shelf.Crate",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};

static struct PyModuleDef shelf = {PyModuleDef_HEAD_INIT, "shelf", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    PyObject *module = PyModule_Create(&shelf);

    if (module == NULL) {
        return NULL;
    }
    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return NULL;
    }
    Crate_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Crate_spec, NULL);
    if (Crate_Type == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, Box_Type) < 0 || PyModule_AddType(module, Crate_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
