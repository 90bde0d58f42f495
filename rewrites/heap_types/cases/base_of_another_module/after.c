#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A record that derives from a type of another module, which tells its address in a capsule. */

typedef struct {
    PyObject_HEAD
    PyObject *jar;
} Stored;

typedef struct {
    PyTypeObject *base_type;
    int version;
} StoreAPI;

#define STORED_BASE (*store_api->base_type)

static StoreAPI *store_api;

typedef struct {
    Stored stored;
    PyObject *value;
} Record;

static int
record_traverse(Record *self, visitproc visit, void *arg)
{
    int err;

    if (!PyType_HasFeature(store_api->base_type, Py_TPFLAGS_HEAPTYPE))
        Py_VISIT(Py_TYPE(self));
    err = store_api->base_type->tp_traverse((PyObject *)self, visit, arg);
    if (err)
        return err;
    Py_VISIT(self->value);
    return 0;
}

static int
record_clear(Record *self)
{
    Py_CLEAR(self->value);
    return STORED_BASE.tp_clear((PyObject *)self);
}

static void
record_dealloc(Record *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    int type_needs_decref = !PyType_HasFeature(store_api->base_type, Py_TPFLAGS_HEAPTYPE);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->value);
    store_api->base_type->tp_dealloc((PyObject *)self);
    if (type_needs_decref) {
        Py_DECREF(tp);
    }
}

static PyTypeObject *Record_Type;

static PyType_Slot Record_slots[] = {
    {Py_tp_dealloc, record_dealloc},
    {Py_tp_traverse, record_traverse},
    {Py_tp_clear, record_clear},
    {0, NULL},
};

static PyType_Spec Record_spec = {
    .name = "records.Record",
    .basicsize = sizeof(Record),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Record_slots,
};

static struct PyModuleDef records = {PyModuleDef_HEAD_INIT, "records", NULL, -1, NULL};

static PyTypeObject *
records_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
PyInit_records(void)
{
    PyObject *module;

    module = PyModule_Create(&records);
    if (module == NULL)
        return NULL;

    store_api = (StoreAPI *)PyCapsule_Import("store._C_API", 0);
    if (store_api == NULL)
        return NULL;
    Record_Type = records_new_subtype(module, &Record_spec, store_api->base_type);
    if (Record_Type == NULL)
        return NULL;
    if (PyModule_AddObjectRef(module, "Record", (PyObject *)Record_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
