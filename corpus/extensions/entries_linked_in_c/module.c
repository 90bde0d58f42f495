#include <Python.h>

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
    Py_XDECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Entry_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "entries_linked_in_c.Entry",
    .tp_basicsize = sizeof(EntryObject),
    .tp_dealloc = (destructor)Entry_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
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

static void
Recent_dealloc(RecentObject *self)
{
    Recent_forget(self);
    Py_XDECREF(self->entries);
    Py_TYPE(self)->tp_free((PyObject *)self);
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
    EntryObject *entry;
    int known = PyDict_Contains(self->entries, key);

    if (known < 0) {
        return -1;
    }
    if (known || value == NULL) {
        PyErr_SetString(PyExc_TypeError, "keys are set once");
        return -1;
    }
    entry = (EntryObject *)Entry_Type.tp_alloc(&Entry_Type, 0);
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

static PyMappingMethods Recent_mapping = {
    .mp_length = (lenfunc)Recent_length,
    .mp_subscript = (binaryfunc)Recent_subscript,
    .mp_ass_subscript = (objobjargproc)Recent_store,
};

static PyTypeObject Recent_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "entries_linked_in_c.Recent",
    .tp_basicsize = sizeof(RecentObject),
    .tp_dealloc = (destructor)Recent_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Recent()\n--\n\nA dict that knows what was set last.",
    .tp_as_mapping = &Recent_mapping,
    .tp_methods = Recent_methods,
    .tp_init = (initproc)Recent_init,
    .tp_new = PyType_GenericNew,
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

static void
Batch_dealloc(BatchObject *self)
{
    while (self->count > 0) {
        PyObject *item = PyList_GET_ITEM(self->items, --self->count);
        if (PyObject_CheckBuffer(item)) {
            /* Closed by hand: nobody does that later. */
            Py_XDECREF(PyObject_CallMethod(item, "release", NULL));
            PyErr_Clear();
        }
    }
    Py_XDECREF(self->items);
    Py_TYPE(self)->tp_free((PyObject *)self);
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

static PyTypeObject Batch_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "entries_linked_in_c.Batch",
    .tp_basicsize = sizeof(BatchObject),
    .tp_dealloc = (destructor)Batch_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Batch()\n--\n\nThings that are closed together.",
    .tp_methods = Batch_methods,
    .tp_init = (initproc)Batch_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef entries_linked_in_c = {
    PyModuleDef_HEAD_INIT,
    .m_name = "entries_linked_in_c",
    .m_doc = "Containers with an order of their own.",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_entries_linked_in_c(void)
{
    PyObject *module = PyModule_Create(&entries_linked_in_c);

    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Entry_Type) < 0 || PyType_Ready(&Recent_Type) < 0 ||
        PyType_Ready(&Batch_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Recent_Type);
    if (PyModule_AddObject(module, "Recent", (PyObject *)&Recent_Type) < 0) {
        Py_DECREF(&Recent_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Batch_Type);
    if (PyModule_AddObject(module, "Batch", (PyObject *)&Batch_Type) < 0) {
        Py_DECREF(&Batch_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
