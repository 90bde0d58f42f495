/* ledger: entries that wait in a free list, and tags whose names are in a table. */
#include <Python.h>
#include <stddef.h>

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

static PyTypeObject Entry_Type, Tag_Type;
static Entry *waiting[MOST];
static int num_waiting;
static PyObject *names;

static PyObject *
entry_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *item;
    Entry *self;

    if (!PyArg_ParseTuple(args, "O:Entry", &item)) {
        return NULL;
    }
    if (num_waiting > 0) {
        self = waiting[--num_waiting];
        _Py_NewReference((PyObject *)self);
    }
    else if ((self = PyObject_GC_New(Entry, &Entry_Type)) == NULL) {
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
    PyObject_GC_UnTrack(self);
    (void)entry_clear(self);
    if (num_waiting < MOST) {
        waiting[num_waiting++] = self;
    }
    else {
        PyObject_GC_Del(self);
    }
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

static PyTypeObject Entry_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ledger.Entry",
    .tp_basicsize = sizeof(Entry),
    .tp_dealloc = (destructor)entry_dealloc,
    .tp_traverse = (traverseproc)entry_traverse,
    .tp_clear = (inquiry)entry_clear,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_getset = entry_getset,
    .tp_new = entry_new,
};

static PyObject *
tag_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
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
    if (PyDict_SetItem(names, name, Py_None) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static int
tag_traverse(Tag *self, visitproc visit, void *arg)
{
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
    PyObject_GC_UnTrack(self);
    if (PyDict_GetItem(names, self->name)) {
        if (PyDict_DelItem(names, self->name) < 0) {
            PyErr_Clear();
        }
    }
    Py_CLEAR(self->dict);
    Py_CLEAR(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Tag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ledger.Tag",
    .tp_basicsize = sizeof(Tag),
    .tp_dealloc = (destructor)tag_dealloc,
    .tp_traverse = (traverseproc)tag_traverse,
    .tp_clear = (inquiry)tag_clear,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_dictoffset = offsetof(Tag, dict),
    .tp_new = tag_new,
};

static PyObject *
count(PyObject *module, PyObject *unused)
{
    return PyLong_FromSsize_t(PyDict_Size(names));
}

static PyMethodDef functions[] = {
    {"count", count, METH_NOARGS, "Return how many names are in the table."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef ledger_module = {
    PyModuleDef_HEAD_INIT, "ledger", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_ledger(void)
{
    PyObject *module = PyModule_Create(&ledger_module);

    if (module == NULL) {
        return NULL;
    }
    names = PyDict_New();
    if (names == NULL || PyType_Ready(&Entry_Type) < 0 || PyType_Ready(&Tag_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Entry_Type);
    if (PyModule_AddObject(module, "Entry", (PyObject *)&Entry_Type) < 0) {
        Py_DECREF(&Entry_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Tag_Type);
    if (PyModule_AddObject(module, "Tag", (PyObject *)&Tag_Type) < 0) {
        Py_DECREF(&Tag_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
