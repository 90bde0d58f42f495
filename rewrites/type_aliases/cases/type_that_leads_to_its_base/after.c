#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Boxes extend the vessels of another module, and find them by their own type. */

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Vessel;

typedef struct {
    PyTypeObject *vessel_type;
} VesselAPI;

static VesselAPI *vessel_api;

#define Vessel_Type (*vessel_api->vessel_type)

typedef struct {
    Vessel vessel;
    PyObject *label;
} Box;

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    if (!PyType_HasFeature(&Vessel_Type, Py_TPFLAGS_HEAPTYPE)) {
        Py_VISIT(Py_TYPE(self));
    }
    Py_VISIT(self->label);
    return Vessel_Type.tp_traverse((PyObject *)self, visit, arg);
}

static int
box_clear(Box *self)
{
    Py_CLEAR(self->label);
    if (Vessel_Type.tp_clear != NULL) {
        return Vessel_Type.tp_clear((PyObject *)self);
    }
    return 0;
}

static void
box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    int type_needs_decref = !PyType_HasFeature(&Vessel_Type,
                                               Py_TPFLAGS_HEAPTYPE);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->label);
    Vessel_Type.tp_dealloc((PyObject *)self);
    if (type_needs_decref) {
        Py_DECREF(tp);
    }
}

static void
bag_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyFloat_Type.tp_dealloc(self);
    Py_DECREF(tp);
}

/* What it extends is only known to be an object. */
static int
lost_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    if (((PyTypeObject *)PyExc_Exception)->tp_init(self, args, kwds) < 0) {
        return -1;
    }
    return PyObject_SetAttrString(self, "box", Py_None);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_traverse, box_traverse},
    {Py_tp_clear, box_clear},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "base_read_through_the_type.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Bag_slots[] = {
    {Py_tp_dealloc, bag_dealloc},
    {0, NULL},
};

static PyType_Spec Bag_spec = {
    .name = "base_read_through_the_type.Bag",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Bag_slots,
};

static int
Lost_traverse(PyBaseExceptionObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return ((PyTypeObject *)PyExc_Exception)->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
Lost_clear(PyObject *self)
{
    return ((PyTypeObject *)PyExc_Exception)->tp_clear(self);
}

static PyType_Slot Lost_slots[] = {
    {Py_tp_init, lost_init},
    {Py_tp_traverse, Lost_traverse},
    {Py_tp_clear, Lost_clear},
    {0, NULL},
};

static PyType_Spec Lost_spec = {
    .name = "base_read_through_the_type.Lost",
    .basicsize = sizeof(PyBaseExceptionObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lost_slots,
};

static int base_read_through_the_type_exec(PyObject *module);

static PyModuleDef_Slot base_read_through_the_type_slots[] = {
    {Py_mod_exec, base_read_through_the_type_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "base_read_through_the_type",
    .m_size = 0,
    .m_slots = base_read_through_the_type_slots,
};

static PyTypeObject *
base_read_through_the_type_new_subtype(PyObject *module, PyType_Spec *spec,
                                       PyTypeObject *base)
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
base_read_through_the_type_exec(PyObject *module)
{
    vessel_api = (VesselAPI *)PyCapsule_Import("vessels._C_API", 0);
    if (vessel_api == NULL) {
        return -1;
    }
    PyTypeObject *Box_Type = base_read_through_the_type_new_subtype(
        module, &Box_spec, &Vessel_Type);
    if (Box_Type == NULL) {
        return -1;
    }
    PyTypeObject *Bag_Type = base_read_through_the_type_new_subtype(
        module, &Bag_spec, &PyFloat_Type);
    if (Bag_Type == NULL) {
        Py_DECREF(Box_Type);
        return -1;
    }
    PyTypeObject *Lost_Type = base_read_through_the_type_new_subtype(
        module, &Lost_spec, (PyTypeObject *)PyExc_Exception);
    if (Lost_Type == NULL) {
        Py_DECREF(Bag_Type);
        Py_DECREF(Box_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(Lost_Type);
        Py_DECREF(Bag_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Bag", (PyObject *)Bag_Type) < 0) {
        Py_DECREF(Bag_Type);
        Py_DECREF(Lost_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Lost", (PyObject *)Lost_Type) < 0) {
        Py_DECREF(Lost_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_base_read_through_the_type(void)
{
    return PyModuleDef_Init(&box_module);
}
