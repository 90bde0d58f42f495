#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static int
FaultError_traverse(PyBaseExceptionObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_Exception)->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
FaultError_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_Exception)->tp_clear(self);
}

static PyTypeObject *FaultError_type;

static PyType_Slot FaultError_slots[] = {
    {Py_tp_traverse, FaultError_traverse},
    {Py_tp_clear, FaultError_clear},
    {0, NULL},
};

static PyType_Spec FaultError_spec = {
    .name = "box.FaultError",
    .basicsize = sizeof(PyBaseExceptionObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = FaultError_slots,
};

static int
NotFoundError_traverse(PyBaseExceptionObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_KeyError)->tp_traverse((PyObject *)self, visit, arg);
}

static int
NotFoundError_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_KeyError)->tp_clear(self);
}

static PyTypeObject *NotFoundError_type;

static PyType_Slot NotFoundError_slots[] = {
    {Py_tp_traverse, NotFoundError_traverse},
    {Py_tp_clear, NotFoundError_clear},
    {0, NULL},
};

static PyType_Spec NotFoundError_spec = {
    .name = "box.NotFoundError",
    .basicsize = sizeof(PyBaseExceptionObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = NotFoundError_slots,
};

static int add_type(PyObject *m, PyTypeObject *type)
{
    int ret = PyType_Ready(type);
    if (ret)
        return ret;
    return PyModule_AddObjectRef(m, strrchr(type->tp_name, '.') + 1, (PyObject *)type);
}

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

static PyTypeObject *
box_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);
    if (!m)
        return NULL;
    FaultError_type = box_new_subtype(m, &FaultError_spec,
                                      (PyTypeObject *)PyExc_Exception);
    if (FaultError_type == NULL)
        return NULL;
    NotFoundError_type = box_new_subtype(m, &NotFoundError_spec,
                                         (PyTypeObject *)PyExc_KeyError);
    if (NotFoundError_type == NULL)
        return NULL;

    if (add_type(m, FaultError_type))
        goto err;

    if (add_type(m, NotFoundError_type))
        goto err;
    return m;
err:
    Py_DECREF(m);
    return NULL;
}
