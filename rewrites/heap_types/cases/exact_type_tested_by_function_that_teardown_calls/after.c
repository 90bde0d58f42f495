#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyDictObject dict;
    PyObject *origin;
} Info;

typedef struct {
    PyObject_HEAD
    PyObject *info;
} Box;

static PyTypeObject *Info_Type;

static PyObject *
Info_origin(Info *self, PyObject *Py_UNUSED(unused))
{
    return Py_NewRef(self->origin == NULL ? Py_None : self->origin);
}

static int
Info_traverse(Info *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyDict_Type.tp_traverse((PyObject *)self, visit, arg);
}

static void
Info_dealloc(Info *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->origin);
    PyDict_Type.tp_dealloc((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef Info_methods[] = {
    {"origin", (PyCFunction)Info_origin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Info_clear(PyObject *self)
{
    return PyDict_Type.tp_clear(self);
}

static PyType_Slot Info_slots[] = {
    {Py_tp_dealloc, Info_dealloc},
    {Py_tp_methods, Info_methods},
    {Py_tp_traverse, Info_traverse},
    {Py_tp_clear, Info_clear},
    {0, NULL},
};

static PyType_Spec Info_spec = {
    .name = "shelf.Info",
    .basicsize = sizeof(Info),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Info_slots,
};

/* NULL if there is none, without an exception. */
static Info *
info_of(Box *self)
{
    if (self->info == NULL ||
        Py_TYPE(self->info)->tp_methods != Info_methods) {
        return NULL;
    }
    return (Info *)self->info;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Info *info = info_of(self);
    Py_VISIT(Py_TYPE(self));
    if (info != NULL) {
        Py_VISIT(info->origin);
    }
    Py_VISIT(self->info);
    return 0;
}

static int
Box_clear(Box *self)
{
    Info *info = info_of(self);
    if (info != NULL) {
        Py_CLEAR(info->origin);
    }
    Py_CLEAR(self->info);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Box_clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(tp);
}

static PyObject *
Box_remember(Box *self, PyObject *origin)
{
    Info *info = info_of(self);
    if (info == NULL) {
        info = (Info *)PyObject_CallNoArgs((PyObject *)Info_Type);
        if (info == NULL) {
            return NULL;
        }
        Py_XSETREF(self->info, (PyObject *)info);
    }
    Py_XSETREF(info->origin, Py_NewRef(origin));
    return Py_NewRef(self->info);
}

static PyMethodDef Box_methods[] = {
    {"remember", (PyCFunction)Box_remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyTypeObject *
shelf_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
shelf_exec(PyObject *module)
{
    Info_Type = shelf_new_subtype(module, &Info_spec, &PyDict_Type);
    if (Info_Type == NULL) {
        return -1;
    }
    Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "Box", (PyObject *)Box_Type);
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
