#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* A dict that knows the order in which its keys were set: the dict owns the entries, a list in C links them. */

typedef struct entry {
    PyObject_HEAD
    PyObject *value;
    struct entry *older;        /* borrowed */
} EntryObject;

typedef struct {
    PyObject_HEAD
    PyObject *entries;
    EntryObject *newest;        /* borrowed */
} RecentObject;

/* Things that are closed together, the last one first. */

typedef struct {
    PyObject_HEAD
    PyObject *items;
    Py_ssize_t count;
} BatchObject;

static void
Entry_dealloc(EntryObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    Py_XDECREF(self->value);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Entry_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Entry_methods[] = {
    {"__reduce__", Entry_reduce, METH_NOARGS, NULL},
    {NULL}
};

typedef struct {
    PyTypeObject *Entry_Type;
} entries_linked_in_c_state;

static inline entries_linked_in_c_state *
get_entries_linked_in_c_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (entries_linked_in_c_state *)state;
}

static inline entries_linked_in_c_state *
get_entries_linked_in_c_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (entries_linked_in_c_state *)state;
}

static PyType_Slot Entry_slots[] = {
    {Py_tp_dealloc, Entry_dealloc},
    {Py_tp_methods, Entry_methods},
    {0, NULL},
};

static PyType_Spec Entry_spec = {
    .name = "entries_linked_in_c.Entry",
    .basicsize = sizeof(EntryObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Entry_slots,
};

static int
Recent_init(RecentObject *self, PyObject *args, PyObject *kwds)
{
    if (!PyArg_ParseTuple(args, ":Recent")) {
        return -1;
    }
    if (self->entries == NULL) {
        self->entries = PyDict_New();
    }
    return self->entries == NULL ? -1 : 0;
}

static void
Recent_forget(RecentObject *self)
{
    while (self->newest != NULL) {
        EntryObject *entry = self->newest;
        self->newest = entry->older;
        entry->older = NULL;
    }
}

static int
Recent_traverse(RecentObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Recent_dealloc(RecentObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Recent_forget(self);
    Py_XDECREF(self->entries);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static Py_ssize_t
Recent_length(RecentObject *self)
{
    return PyDict_Size(self->entries);
}

static PyObject *
Recent_subscript(RecentObject *self, PyObject *key)
{
    PyObject *entry = PyDict_GetItemWithError(self->entries, key);

    if (entry == NULL) {
        if (!PyErr_Occurred()) {
            PyErr_SetObject(PyExc_KeyError, key);
        }
        return NULL;
    }
    Py_INCREF(((EntryObject *)entry)->value);
    return ((EntryObject *)entry)->value;
}

static int
Recent_store(RecentObject *self, PyObject *key, PyObject *value)
{
    entries_linked_in_c_state *state =
        get_entries_linked_in_c_state_by_type(Py_TYPE(self));
    EntryObject *entry;
    int known = PyDict_Contains(self->entries, key);

    if (known < 0) {
        return -1;
    }
    if (known || value == NULL) {
        PyErr_SetString(PyExc_TypeError, "keys are set once");
        return -1;
    }
    entry = (EntryObject *)state->Entry_Type->tp_alloc(state->Entry_Type, 0);
    if (entry == NULL) {
        return -1;
    }
    Py_INCREF(value);
    entry->value = value;
    if (PyDict_SetItem(self->entries, key, (PyObject *)entry) < 0) {
        Py_DECREF(entry);
        return -1;
    }
    entry->older = self->newest;
    self->newest = entry;
    Py_DECREF(entry);
    return 0;
}

static PyObject *
Recent_newest(RecentObject *self, PyObject *unused)
{
    if (self->newest == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(self->newest->value);
    return self->newest->value;
}

static PyMethodDef Recent_methods[] = {
    {"newest", (PyCFunction)Recent_newest, METH_NOARGS,
     "newest($self, /)\n--\n\nReturn what was set last."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Recent_slots[] = {
    {Py_tp_dealloc, Recent_dealloc},
    {Py_tp_doc, "Recent()\n--\n\nA dict that knows what was set last."},
    {Py_tp_methods, Recent_methods},
    {Py_tp_init, Recent_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_mp_length, Recent_length},
    {Py_mp_subscript, Recent_subscript},
    {Py_mp_ass_subscript, Recent_store},
    {Py_tp_traverse, Recent_traverse},
    {0, NULL},
};

static PyType_Spec Recent_spec = {
    .name = "entries_linked_in_c.Recent",
    .basicsize = sizeof(RecentObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Recent_slots,
};

static int
Batch_init(BatchObject *self, PyObject *args, PyObject *kwds)
{
    if (!PyArg_ParseTuple(args, ":Batch")) {
        return -1;
    }
    if (self->items == NULL) {
        self->items = PyList_New(0);
    }
    return self->items == NULL ? -1 : 0;
}

static int
Batch_traverse(BatchObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Batch_dealloc(BatchObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    while (self->count > 0) {
        PyObject *item = PyList_GET_ITEM(self->items, --self->count);
        if (PyObject_CheckBuffer(item)) {
            /* Closed by hand: nobody does that later. */
            Py_XDECREF(PyObject_CallMethod(item, "release", NULL));
            PyErr_Clear();
        }
    }
    Py_XDECREF(self->items);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Batch_add(BatchObject *self, PyObject *item)
{
    if (PyList_Append(self->items, item) < 0) {
        return NULL;
    }
    self->count++;
    Py_RETURN_NONE;
}

static PyMethodDef Batch_methods[] = {
    {"add", (PyCFunction)Batch_add, METH_O,
     "add($self, item, /)\n--\n\nAdd something to close."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Batch_slots[] = {
    {Py_tp_dealloc, Batch_dealloc},
    {Py_tp_doc, "Batch()\n--\n\nThings that are closed together."},
    {Py_tp_methods, Batch_methods},
    {Py_tp_init, Batch_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Batch_traverse},
    {0, NULL},
};

static PyType_Spec Batch_spec = {
    .name = "entries_linked_in_c.Batch",
    .basicsize = sizeof(BatchObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Batch_slots,
};

static int
entries_linked_in_c_traverse(PyObject *module, visitproc visit, void *arg)
{
    entries_linked_in_c_state *state = get_entries_linked_in_c_state(module);
    Py_VISIT(state->Entry_Type);
    return 0;
}

static int
entries_linked_in_c_clear(PyObject *module)
{
    entries_linked_in_c_state *state = get_entries_linked_in_c_state(module);
    Py_CLEAR(state->Entry_Type);
    return 0;
}

static void
entries_linked_in_c_free(void *module)
{
    entries_linked_in_c_clear((PyObject *)module);
}

static int entries_linked_in_c_exec(PyObject *module);

static PyModuleDef_Slot entries_linked_in_c_slots[] = {
    {Py_mod_exec, entries_linked_in_c_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef entries_linked_in_c = {
    PyModuleDef_HEAD_INIT,
    .m_name = "entries_linked_in_c",
    .m_doc = "Containers with an order of their own.",
    .m_size = sizeof(entries_linked_in_c_state),
    .m_traverse = entries_linked_in_c_traverse,
    .m_clear = entries_linked_in_c_clear,
    .m_free = entries_linked_in_c_free,
    .m_slots = entries_linked_in_c_slots,
};

static int
entries_linked_in_c_exec(PyObject *module)
{
    entries_linked_in_c_state *state = get_entries_linked_in_c_state(module);

    state->Entry_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Entry_spec, NULL);
    if (state->Entry_Type == NULL) {
        return -1;
    }
    PyTypeObject *Recent_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Recent_spec, NULL);
    if (Recent_Type == NULL) {
        return -1;
    }
    PyTypeObject *Batch_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Batch_spec, NULL);
    if (Batch_Type == NULL) {
        Py_DECREF(Recent_Type);
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Entry_Type->tp_new = NULL;
#endif
    if (PyModule_AddObject(module, "Recent", (PyObject *)Recent_Type) < 0) {
        Py_DECREF(Recent_Type);
        Py_DECREF(Batch_Type);
        return -1;
    }
    if (PyModule_AddObject(module, "Batch", (PyObject *)Batch_Type) < 0) {
        Py_DECREF(Batch_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_entries_linked_in_c(void)
{
    return PyModuleDef_Init(&entries_linked_in_c);
}
