#include <Python.h>

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

static PyTypeObject Box_Type;
static PyTypeObject Bag_Type;
static PyTypeObject Lost_Type;

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->label);
    return Box_Type.tp_base->tp_traverse((PyObject *)self, visit, arg);
}

static int
box_clear(Box *self)
{
    Py_CLEAR(self->label);
    if (Box_Type.tp_base->tp_clear != NULL) {
        return Box_Type.tp_base->tp_clear((PyObject *)self);
    }
    return 0;
}

static void
box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->label);
    Box_Type.tp_base->tp_dealloc((PyObject *)self);
}

static void
bag_dealloc(PyObject *self)
{
    Bag_Type.tp_base->tp_dealloc(self);
}

/* What it extends is only known to be an object. */
static int
lost_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    if (Lost_Type.tp_base->tp_init(self, args, kwds) < 0) {
        return -1;
    }
    return PyObject_SetAttrString(self, "box", Py_None);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_read_through_the_type.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)box_traverse,
    .tp_clear = (inquiry)box_clear,
};

static PyTypeObject Bag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_read_through_the_type.Bag",
    .tp_dealloc = bag_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &PyFloat_Type,
};

static PyTypeObject Lost_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_read_through_the_type.Lost",
    .tp_basicsize = sizeof(PyBaseExceptionObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = lost_init,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "base_read_through_the_type",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_base_read_through_the_type(void)
{
    PyObject *module;

    vessel_api = (VesselAPI *)PyCapsule_Import("vessels._C_API", 0);
    if (vessel_api == NULL) {
        return NULL;
    }
    Box_Type.tp_base = &Vessel_Type;
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    if (PyType_Ready(&Bag_Type) < 0) {
        return NULL;
    }
    Lost_Type.tp_base = (PyTypeObject *)PyExc_Exception;
    if (PyType_Ready(&Lost_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&box_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Bag_Type);
    if (PyModule_AddObject(module, "Bag", (PyObject *)&Bag_Type) < 0) {
        Py_DECREF(&Bag_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Lost_Type);
    if (PyModule_AddObject(module, "Lost", (PyObject *)&Lost_Type) < 0) {
        Py_DECREF(&Lost_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
