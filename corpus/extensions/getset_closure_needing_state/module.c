#include <Python.h>

/* Records with fields; one getter and one setter serve them all, by the closure. */

#define FIELDS 3

typedef struct {
    PyObject_HEAD
    PyObject *fields[FIELDS];
} RecordObject;

static const char *const field_names[FIELDS] = {"name", "size", "owner"};
static PyObject *MissingField;
static PyObject *defaults;          /* a dict: name -> default */

static PyObject *
record_get(RecordObject *self, void *closure)
{
    Py_intptr_t index = (Py_intptr_t)closure;
    PyObject *value = self->fields[index];

    if (value == NULL) {
        value = PyDict_GetItemString(defaults, field_names[index]);
    }
    if (value == NULL) {
        PyErr_Format(MissingField, "%s is missing", field_names[index]);
        return NULL;
    }
    Py_INCREF(value);
    return value;
}

static int
record_set(RecordObject *self, PyObject *value, void *closure)
{
    PyObject **field = &self->fields[(Py_intptr_t)closure], *old = *field;

    if (value == NULL && old == NULL) {
        PyErr_SetString(MissingField, "nothing to delete");
        return -1;
    }
    Py_XINCREF(value);
    *field = value;
    Py_XDECREF(old);
    return 0;
}

static int
record_traverse(RecordObject *self, visitproc visit, void *arg)
{
    for (int i = 0; i < FIELDS; i++) {
        Py_VISIT(self->fields[i]);
    }
    return 0;
}

static int
record_clear(RecordObject *self)
{
    for (int i = 0; i < FIELDS; i++) {
        Py_CLEAR(self->fields[i]);
    }
    return 0;
}

static void
record_dealloc(RecordObject *self)
{
    PyObject_GC_UnTrack(self);
    record_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyGetSetDef record_getset[] = {
    {"name", (getter)record_get, (setter)record_set, NULL, (void *)0},
    {"size", (getter)record_get, (setter)record_set, NULL, (void *)1},
    {"owner", (getter)record_get, (setter)record_set, NULL, (void *)2},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Record_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "getset_closure_needing_state.Record",
    .tp_basicsize = sizeof(RecordObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_dealloc = (destructor)record_dealloc,
    .tp_traverse = (traverseproc)record_traverse,
    .tp_clear = (inquiry)record_clear,
    .tp_getset = record_getset,
};

static struct PyModuleDef records = {
    PyModuleDef_HEAD_INIT, "getset_closure_needing_state", "Records.", -1, NULL
};

PyMODINIT_FUNC
PyInit_getset_closure_needing_state(void)
{
    PyObject *m;

    if (PyType_Ready(&Record_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&records);
    if (m == NULL) {
        return NULL;
    }
    defaults = Py_BuildValue("{s:i}", "size", 0);
    if (defaults == NULL || PyModule_AddObject(m, "defaults", defaults) < 0) {
        goto error;
    }
    Py_INCREF(defaults);
    MissingField = PyErr_NewException("getset_closure_needing_state.MissingField", PyExc_AttributeError, NULL);
    if (MissingField == NULL) {
        goto error;
    }
    Py_INCREF(MissingField);
    if (PyModule_AddObject(m, "MissingField", MissingField) < 0) {
        goto error;
    }
    Py_INCREF(&Record_Type);
    if (PyModule_AddObject(m, "Record", (PyObject *)&Record_Type) < 0) {
        goto error;
    }
    return m;

error:
    Py_DECREF(m);
    return NULL;
}
