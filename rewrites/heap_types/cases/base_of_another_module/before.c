#include <Python.h>

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
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->value);
    store_api->base_type->tp_dealloc((PyObject *)self);
}

static PyTypeObject Record_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "records.Record",
    .tp_basicsize = sizeof(Record),
    .tp_dealloc = (destructor)record_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)record_traverse,
    .tp_clear = (inquiry)record_clear,
};

static struct PyModuleDef records = {PyModuleDef_HEAD_INIT, "records", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_records(void)
{
    PyObject *module;

    store_api = (StoreAPI *)PyCapsule_Import("store._C_API", 0);
    if (store_api == NULL)
        return NULL;
    Record_Type.tp_base = store_api->base_type;
    if (PyType_Ready(&Record_Type) < 0)
        return NULL;
    module = PyModule_Create(&records);
    if (module == NULL)
        return NULL;
    if (PyModule_AddObjectRef(module, "Record", (PyObject *)&Record_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
