#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Levels of strings and signatures of records are kept beside them, as there's no room inside. */

typedef struct {
    PyObject_HEAD
    PyObject *signature;
    int opened, remarked;
} record;

typedef struct {
    PyObject *levels;
    PyObject *signatures;
    PyObject *named;
    PyObject *remarks;  /* NULL until there is one */
    int open_records;
    long ended;
} entries_removed_in_dealloc_state;

static struct PyModuleDef definition;

static inline entries_removed_in_dealloc_state *
get_entries_removed_in_dealloc_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (entries_removed_in_dealloc_state *)state;
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

static inline entries_removed_in_dealloc_state *
get_entries_removed_in_dealloc_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_entries_removed_in_dealloc_state(module);
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline entries_removed_in_dealloc_state *
find_entries_removed_in_dealloc_state_by_type(PyTypeObject *type)
{
    while (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &definition) {
            return get_entries_removed_in_dealloc_state(module);
        }
        type = type->tp_base;
    }
    return NULL;
}

/* The level of the text at an address; there's none without a value. */
static int
put_level(entries_removed_in_dealloc_state *state, PyObject *self, PyObject *value)
{
    PyObject *key = PyLong_FromVoidPtr(self);
    int result = 0;

    if (key == NULL)
        return -1;
    if (value != NULL)
        result = PyDict_SetItem(state->levels, key, value);
    else if (PyDict_GetItem(state->levels, key))
        result = PyDict_DelItem(state->levels, key);
    Py_DECREF(key);
    return result;
}

/* Leaves the exception state as it is. */
static void
drop_level(entries_removed_in_dealloc_state *state, PyObject *self)
{
    PyObject *type, *value, *traceback;

    PyErr_Fetch(&type, &value, &traceback);
    if (put_level(state, self, NULL) < 0) {
        /* should never happen */
        PyErr_WriteUnraisable(self);
    }
    PyErr_Restore(type, value, traceback);
}

static void
text_dealloc(PyObject *self)
{
    entries_removed_in_dealloc_state *state =
        find_entries_removed_in_dealloc_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    if (state != NULL && state->levels != NULL) {
        drop_level(state, self);
    }
    (PyUnicode_Type.tp_dealloc)(self);
    Py_DECREF(tp);
}

static PyObject *
text_level(PyObject *self, void *Py_UNUSED(closure))
{
    entries_removed_in_dealloc_state *state =
        get_entries_removed_in_dealloc_state_by_type(Py_TYPE(self));
    PyObject *key = PyLong_FromVoidPtr(self), *level;

    if (key == NULL)
        return NULL;
    level = PyDict_GetItem(state->levels, key);
    Py_DECREF(key);
    if (level == NULL)
        return PyLong_FromLong(0);
    Py_INCREF(level);
    return level;
}

static int
text_set_level(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    entries_removed_in_dealloc_state *state =
        get_entries_removed_in_dealloc_state_by_type(Py_TYPE(self));

    return put_level(state, self, value);
}

static PyGetSetDef text_getset[] = {
    {"level", text_level, text_set_level, "How deep it stands.", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Text_slots[] = {
    {Py_tp_dealloc, text_dealloc},
    {Py_tp_getset, text_getset},
    {0, NULL},
};

static PyType_Spec Text_spec = {
    .name = "entries_removed_in_dealloc.Text",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Text_slots,
};

static PyObject *
record_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    entries_removed_in_dealloc_state *state =
        get_entries_removed_in_dealloc_state_by_type(type);
    PyObject *signature;
    record *self;

    if (!PyArg_ParseTuple(args, "U:Record", &signature))
        return NULL;
    self = (record *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(signature);
    self->signature = signature;
    if (PySet_Add(state->named, signature) < 0 ||
        PyDict_SetItem(state->signatures, signature, Py_None) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    self->opened = 1;
    self->remarked = 0;
    state->open_records++;
    return (PyObject *)self;
}

static int
forget_name(entries_removed_in_dealloc_state *state, PyObject *name)
{
    return PySet_Discard(state->named, name);
}

static void
record_dealloc(record *self)
{
    entries_removed_in_dealloc_state *state =
        find_entries_removed_in_dealloc_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (state != NULL && state->remarks != NULL && self->remarked) {
        if (PyDict_DelItem(state->remarks, self->signature) < 0)
            PyErr_Clear();
    }
    if (state != NULL)
        state->ended++;  /* opened or not */
    if (state != NULL && self->opened)
        state->open_records--;
    if (state != NULL && state->named != NULL && self->opened &&
        forget_name(state, self->signature) < 0)
        PyErr_Clear();
    if (state != NULL && state->signatures != NULL && self->opened) {
        if (PyDict_DelItem(state->signatures, self->signature) < 0)
            PyErr_Clear();
    }
    Py_CLEAR(self->signature);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
record_traverse(record *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->signature);
    return 0;
}

static PyObject *
record_remark(record *self, PyObject *text)
{
    entries_removed_in_dealloc_state *state =
        get_entries_removed_in_dealloc_state_by_type(Py_TYPE(self));

    if (state->remarks == NULL) {
        state->remarks = PyDict_New();
        if (state->remarks == NULL)
            return NULL;
    }
    if (PyDict_SetItem(state->remarks, self->signature, text) < 0)
        return NULL;
    self->remarked = 1;
    Py_RETURN_NONE;
}

static PyMethodDef record_methods[] = {
    {"remark", (PyCFunction)record_remark, METH_O, "Keep a remark."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Record_slots[] = {
    {Py_tp_dealloc, record_dealloc},
    {Py_tp_traverse, record_traverse},
    {Py_tp_methods, record_methods},
    {Py_tp_new, record_new},
    {0, NULL},
};

static PyType_Spec Record_spec = {
    .name = "entries_removed_in_dealloc.Record",
    .basicsize = sizeof(record),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Record_slots,
};

static PyObject *
count(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    entries_removed_in_dealloc_state *state = get_entries_removed_in_dealloc_state(module);
    Py_ssize_t remarked = state->remarks ? PyDict_Size(state->remarks) : 0;

    return Py_BuildValue("nninn", PyDict_Size(state->levels), PyDict_Size(state->signatures), state->open_records, PySet_Size(state->named), remarked);
}

static PyObject *
get_ended(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    entries_removed_in_dealloc_state *state = get_entries_removed_in_dealloc_state(module);

    return PyLong_FromLong(state->ended);
}

static PyMethodDef functions[] = {
    {"ended", get_ended, METH_NOARGS, "Return how many records have ended."},
    {"count", count, METH_NOARGS, "Return how many entries there are in each table."},
    {NULL, NULL, 0, NULL}
};

static int
entries_removed_in_dealloc_traverse(PyObject *module, visitproc visit, void *arg)
{
    entries_removed_in_dealloc_state *state = get_entries_removed_in_dealloc_state(module);
    Py_VISIT(state->levels);
    Py_VISIT(state->signatures);
    Py_VISIT(state->named);
    Py_VISIT(state->remarks);
    return 0;
}

static int
entries_removed_in_dealloc_clear(PyObject *module)
{
    entries_removed_in_dealloc_state *state = get_entries_removed_in_dealloc_state(module);
    Py_CLEAR(state->levels);
    Py_CLEAR(state->signatures);
    Py_CLEAR(state->named);
    Py_CLEAR(state->remarks);
    return 0;
}

static void
entries_removed_in_dealloc_free(void *module)
{
    entries_removed_in_dealloc_clear((PyObject *)module);
}

static int entries_removed_in_dealloc_exec(PyObject *module);

static PyModuleDef_Slot entries_removed_in_dealloc_slots[] = {
    {Py_mod_exec, entries_removed_in_dealloc_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "entries_removed_in_dealloc", NULL,
    sizeof(entries_removed_in_dealloc_state), functions,
    entries_removed_in_dealloc_slots, entries_removed_in_dealloc_traverse,
    entries_removed_in_dealloc_clear, entries_removed_in_dealloc_free
};

static PyTypeObject *
entries_removed_in_dealloc_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
entries_removed_in_dealloc_exec(PyObject *module)
{
    entries_removed_in_dealloc_state *state = get_entries_removed_in_dealloc_state(module);

    state->levels = PyDict_New();
    state->signatures = PyDict_New();
    state->named = PySet_New(NULL);
    if (state->levels == NULL || state->signatures == NULL || state->named == NULL)
        return -1;
    PyTypeObject *Text_Type =
        entries_removed_in_dealloc_new_subtype(module, &Text_spec, &PyUnicode_Type);
    if (Text_Type == NULL)
        return -1;
    PyTypeObject *Record_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Record_spec, NULL);
    if (Record_Type == NULL) {
        Py_DECREF(Text_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Text", (PyObject *)Text_Type) < 0) {
        Py_DECREF(Text_Type);
        Py_DECREF(Record_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Record", (PyObject *)Record_Type) < 0) {
        Py_DECREF(Record_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_entries_removed_in_dealloc(void)
{
    return PyModuleDef_Init(&definition);
}
