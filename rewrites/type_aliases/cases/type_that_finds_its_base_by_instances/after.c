#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyListObject list;
    PyObject *label;
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->label);
    if (PyList_Type.tp_traverse) {
        return PyList_Type.tp_traverse((PyObject *)self, visit, arg);
    }
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->label);
    return PyList_Type.tp_clear((PyObject *)self);
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->label);
    PyList_Type.tp_dealloc((PyObject *)self);
    Py_DECREF(tp);
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

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "module.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = 0,
    .m_slots = module_slots,
};

static PyTypeObject *
module_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
module_exec(PyObject *module)
{
    PyTypeObject *Box_Type = module_new_subtype(module, &Box_spec, &PyList_Type);
    if (Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    Py_DECREF(Box_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module_def);
}
