/* Static types don't inherit object's tp_new, and are given it; a macro hides the casts of the deallocator. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define OBJECT(O) ((PyObject *)(O))

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Box;

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->item);
    tp->tp_free(OBJECT(self));
    Py_DECREF(tp);
}

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_doc, "A box."},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "new_of_object_at_run_time.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyTypeObject *Crate_Type;

static PyType_Slot Crate_slots[] = {
    {0, NULL},
};

static PyType_Spec Crate_spec = {
    .name = "new_of_object_at_run_time.Crate",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "new_of_object_at_run_time",
    .m_size = -1,
};

static PyTypeObject *
new_of_object_at_run_time_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
PyInit_new_of_object_at_run_time(void)
{
    PyObject *module;

    module = PyModule_Create(&shelf_module);
    if (module == NULL) {
        return NULL;
    }

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return NULL;
    }
    Crate_Type = new_of_object_at_run_time_new_subtype(module, &Crate_spec, Box_Type);
    if (Crate_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(module, "Box", OBJECT(Box_Type)) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Crate_Type);
    if (PyModule_AddObject(module, "Crate", OBJECT(Crate_Type)) < 0) {
        Py_DECREF(Crate_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
