#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Records with fields; one getter and one setter serve them all, by the closure. */

#define FIELDS 3

typedef struct {
    PyObject_HEAD
    PyObject *fields[FIELDS];
} RecordObject;

static const char *const field_names[FIELDS] = {"name", "size", "owner"};

typedef struct {
    PyObject *MissingField;
    PyObject *defaults;  /* a dict: name -> default */
} getset_closure_needing_state_state;

static struct PyModuleDef records;

static inline getset_closure_needing_state_state *
get_getset_closure_needing_state_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (getset_closure_needing_state_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline getset_closure_needing_state_state *
get_getset_closure_needing_state_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &records);
    assert(module != NULL);
    return get_getset_closure_needing_state_state(module);
}

static PyObject *
record_get(RecordObject *self, void *closure)
{
    getset_closure_needing_state_state *state =
        get_getset_closure_needing_state_state_by_type(Py_TYPE(self));
    Py_intptr_t index = (Py_intptr_t)closure;
    PyObject *value = self->fields[index];

    if (value == NULL) {
        value = PyDict_GetItemString(state->defaults, field_names[index]);
    }
    if (value == NULL) {
        PyErr_Format(state->MissingField, "%s is missing", field_names[index]);
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
        getset_closure_needing_state_state *state =
            get_getset_closure_needing_state_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->MissingField, "nothing to delete");
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
    Py_VISIT(Py_TYPE(self));
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
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    record_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyGetSetDef record_getset[] = {
    {"name", (getter)record_get, (setter)record_set, NULL, (void *)0},
    {"size", (getter)record_get, (setter)record_set, NULL, (void *)1},
    {"owner", (getter)record_get, (setter)record_set, NULL, (void *)2},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Record_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, record_dealloc},
    {Py_tp_traverse, record_traverse},
    {Py_tp_clear, record_clear},
    {Py_tp_getset, record_getset},
    {0, NULL},
};

static PyType_Spec Record_spec = {
    .name = "getset_closure_needing_state.Record",
    .basicsize = sizeof(RecordObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Record_slots,
};

static int
getset_closure_needing_state_traverse(PyObject *module, visitproc visit, void *arg)
{
    getset_closure_needing_state_state *state =
        get_getset_closure_needing_state_state(module);
    Py_VISIT(state->MissingField);
    Py_VISIT(state->defaults);
    return 0;
}

static int
getset_closure_needing_state_clear(PyObject *module)
{
    getset_closure_needing_state_state *state =
        get_getset_closure_needing_state_state(module);
    Py_CLEAR(state->MissingField);
    Py_CLEAR(state->defaults);
    return 0;
}

static void
getset_closure_needing_state_free(void *module)
{
    getset_closure_needing_state_clear((PyObject *)module);
}

static int getset_closure_needing_state_exec(PyObject *m);

static PyModuleDef_Slot getset_closure_needing_state_slots[] = {
    {Py_mod_exec, getset_closure_needing_state_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef records = {
    PyModuleDef_HEAD_INIT, "getset_closure_needing_state", "Records.",
    sizeof(getset_closure_needing_state_state), NULL,
    getset_closure_needing_state_slots, getset_closure_needing_state_traverse,
    getset_closure_needing_state_clear, getset_closure_needing_state_free
};

static int
getset_closure_needing_state_exec(PyObject *m)
{
    getset_closure_needing_state_state *state =
        get_getset_closure_needing_state_state(m);

    PyTypeObject *Record_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Record_spec, NULL);
    if (Record_Type == NULL) {
        return -1;
    }
    state->defaults = Py_BuildValue("{s:i}", "size", 0);
    if (state->defaults == NULL ||
        PyModule_AddObject(m, "defaults", state->defaults) < 0) {
        Py_DECREF(Record_Type);
        goto error;
    }
    Py_INCREF(state->defaults);
    state->MissingField = PyErr_NewException("getset_closure_needing_state.MissingField", PyExc_AttributeError, NULL);
    if (state->MissingField == NULL) {
        Py_DECREF(Record_Type);
        goto error;
    }
    Py_INCREF(state->MissingField);
    if (PyModule_AddObject(m, "MissingField", state->MissingField) < 0) {
        Py_DECREF(Record_Type);
        goto error;
    }
    if (PyModule_AddObject(m, "Record", (PyObject *)Record_Type) < 0) {
        Py_DECREF(Record_Type);
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_getset_closure_needing_state(void)
{
    return PyModuleDef_Init(&records);
}
