/* ledger: entries that wait in a free list, and tags whose names are in a table. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define MOST 16

typedef struct {
    PyObject_HEAD
    PyObject *item;
} Entry;

typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *dict;
} Tag;

typedef struct {
    PyTypeObject *Entry_Type;
    Entry *waiting[MOST];
    int num_waiting;
    PyObject *names;
} ledger_state;

static struct PyModuleDef ledger_module;

static inline ledger_state *
get_ledger_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (ledger_state *)state;
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

static inline ledger_state *
get_ledger_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &ledger_module);
    assert(module != NULL);
    return get_ledger_state(module);
}

/* NULL once the type was cleared, as the module may be gone then. */
static inline ledger_state *
find_ledger_state_by_type(PyTypeObject *type)
{
    while (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = ((PyHeapTypeObject *)type)->ht_module;
        if (module != NULL && PyModule_GetDef(module) == &ledger_module) {
            return get_ledger_state(module);
        }
        type = type->tp_base;
    }
    return NULL;
}

static PyObject *
entry_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    ledger_state *state = get_ledger_state_by_type(type);
    PyObject *item;
    Entry *self;

    if (!PyArg_ParseTuple(args, "O:Entry", &item)) {
        return NULL;
    }
    if (state->num_waiting > 0) {
        self = state->waiting[--state->num_waiting];
        PyObject_Init((PyObject *)self, state->Entry_Type);
    }
    else if ((self = PyObject_GC_New(Entry, state->Entry_Type)) == NULL) {
        return NULL;
    }
    Py_INCREF(item);
    self->item = item;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static int
entry_traverse(Entry *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    return 0;
}

static int
entry_clear(Entry *self)
{
    Py_CLEAR(self->item);
    return 0;
}

static void
entry_dealloc(Entry *self)
{
    ledger_state *state = find_ledger_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    (void)entry_clear(self);
    if (state != NULL && state->Entry_Type != NULL &&
        state->num_waiting < MOST) {
        state->waiting[state->num_waiting++] = self;
    }
    else {
        PyObject_GC_Del(self);
    }
    Py_DECREF(tp);
}

static PyObject *
entry_get(Entry *self, void *closure)
{
    PyObject *item = self->item ? self->item : Py_None;

    Py_INCREF(item);
    return item;
}

static PyGetSetDef entry_getset[] = {
    {"item", (getter)entry_get, NULL, "What was entered.", NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Entry_slots[] = {
    {Py_tp_dealloc, entry_dealloc},
    {Py_tp_traverse, entry_traverse},
    {Py_tp_clear, entry_clear},
    {Py_tp_getset, entry_getset},
    {Py_tp_new, entry_new},
    {0, NULL},
};

static PyType_Spec Entry_spec = {
    .name = "ledger.Entry",
    .basicsize = sizeof(Entry),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Entry_slots,
};

static PyObject *
tag_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    ledger_state *state = get_ledger_state_by_type(type);
    PyObject *name;
    Tag *self;

    if (!PyArg_ParseTuple(args, "U:Tag", &name)) {
        return NULL;
    }
    self = (Tag *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(name);
    self->name = name;
    if (PyDict_SetItem(state->names, name, Py_None) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
tag_traverse(Tag *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    Py_VISIT(self->dict);
    return 0;
}

static int
tag_clear(Tag *self)
{
    Py_CLEAR(self->dict);
    return 0;
}

static void
tag_dealloc(Tag *self)
{
    ledger_state *state = find_ledger_state_by_type(Py_TYPE(self));
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (state != NULL && state->names != NULL &&
        PyDict_GetItem(state->names, self->name)) {
        if (PyDict_DelItem(state->names, self->name) < 0) {
            PyErr_Clear();
        }
    }
    Py_CLEAR(self->dict);
    Py_CLEAR(self->name);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef Tag_members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(Tag, dict), READONLY},
    {NULL}
};

static PyType_Slot Tag_slots[] = {
    {Py_tp_dealloc, tag_dealloc},
    {Py_tp_traverse, tag_traverse},
    {Py_tp_clear, tag_clear},
    {Py_tp_new, tag_new},
    {Py_tp_members, Tag_members},
    {0, NULL},
};

static PyType_Spec Tag_spec = {
    .name = "ledger.Tag",
    .basicsize = sizeof(Tag),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tag_slots,
};

static PyObject *
count(PyObject *module, PyObject *unused)
{
    ledger_state *state = get_ledger_state(module);

    return PyLong_FromSsize_t(PyDict_Size(state->names));
}

static PyMethodDef functions[] = {
    {"count", count, METH_NOARGS, "Return how many names are in the table."},
    {NULL, NULL, 0, NULL}
};

static int
ledger_traverse(PyObject *module, visitproc visit, void *arg)
{
    ledger_state *state = get_ledger_state(module);
    Py_VISIT(state->Entry_Type);
    Py_VISIT(state->names);
    return 0;
}

static int
ledger_clear(PyObject *module)
{
    ledger_state *state = get_ledger_state(module);
    while (state->num_waiting > 0) {
        PyObject_GC_Del(state->waiting[--state->num_waiting]);
    }
    Py_CLEAR(state->Entry_Type);
    Py_CLEAR(state->names);
    return 0;
}

static void
ledger_free(void *module)
{
    ledger_clear((PyObject *)module);
}

static int ledger_exec(PyObject *module);

static PyModuleDef_Slot ledger_slots[] = {
    {Py_mod_exec, ledger_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef ledger_module = {
    PyModuleDef_HEAD_INIT, "ledger", NULL, sizeof(ledger_state), functions,
    ledger_slots, ledger_traverse, ledger_clear, ledger_free
};

static int
ledger_exec(PyObject *module)
{
    ledger_state *state = get_ledger_state(module);

    state->names = PyDict_New();
    if (state->names == NULL) {
        return -1;
    }
    state->Entry_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Entry_spec, NULL);
    if (state->Entry_Type == NULL) {
        return -1;
    }
    PyTypeObject *Tag_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tag_spec, NULL);
    if (Tag_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Entry_Type);
    if (PyModule_AddObject(module, "Entry",
                           (PyObject *)state->Entry_Type) < 0) {
        Py_DECREF(state->Entry_Type);
        Py_DECREF(Tag_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Tag", (PyObject *)Tag_Type) < 0) {
        Py_DECREF(Tag_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_ledger(void)
{
    return PyModuleDef_Init(&ledger_module);
}
