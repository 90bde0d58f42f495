#include <Python.h>
#include "structmember.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* The dict owns the entries, the list in C tells which of them was used last. */

typedef struct entry {
    PyObject_HEAD
    PyObject *value;
    struct entry *older;                /* borrowed */
} Entry;

typedef struct {
    PyObject_HEAD
    PyObject *entries;
    Entry *newest;                      /* borrowed */
    PyTypeObject *factory;
    PyObject *note;
} Recent;

static PyTypeObject *Entry_Type;

static void
Entry_dealloc(Entry *self)
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

static PyType_Slot Entry_slots[] = {
    {Py_tp_dealloc, Entry_dealloc},
    {Py_tp_methods, Entry_methods},
    {0, NULL},
};

static PyType_Spec Entry_spec = {
    .name = "recent.Entry",
    .basicsize = sizeof(Entry),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Entry_slots,
};

static void
Recent_forget(Recent *self)
{
    while (self->newest != NULL) {
        Entry *entry = self->newest;
        self->newest = entry->older;
        entry->older = NULL;
    }
}

static int
Recent_traverse(Recent *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->factory);
    Py_VISIT(self->note);
    return 0;
}

static void
Recent_dealloc(Recent *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Recent_forget(self);
    Py_XDECREF(self->entries);
    Py_XDECREF(self->factory);
    Py_XDECREF(self->note);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Recent_init(Recent *self, PyObject *args, PyObject *kwds)
{
    Py_XSETREF(self->entries, PyDict_New());
    return self->entries == NULL ? -1 : 0;
}

static PyObject *
Recent_put(Recent *self, PyObject *args)
{
    PyObject *key, *value;
    Entry *entry;

    if (!PyArg_ParseTuple(args, "OO:put", &key, &value)) {
        return NULL;
    }
    entry = (Entry *)Entry_Type->tp_alloc(Entry_Type, 0);
    if (entry == NULL) {
        return NULL;
    }
    Py_INCREF(value);
    entry->value = value;
    if (PyDict_SetItem(self->entries, key, (PyObject *)entry) < 0) {
        Py_DECREF(entry);
        return NULL;
    }
    entry->older = self->newest;
    self->newest = entry;
    Py_DECREF(entry);
    Py_RETURN_NONE;
}

static PyMethodDef Recent_methods[] = {
    {"put", (PyCFunction)Recent_put, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMemberDef Recent_members[] = {
    {"note", T_OBJECT, offsetof(Recent, note), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

static PyTypeObject *Recent_Type;

static PyType_Slot Recent_slots[] = {
    {Py_tp_dealloc, Recent_dealloc},
    {Py_tp_methods, Recent_methods},
    {Py_tp_members, Recent_members},
    {Py_tp_init, Recent_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Recent_traverse},
    {0, NULL},
};

static PyType_Spec Recent_spec = {
    .name = "recent.Recent",
    .basicsize = sizeof(Recent),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Recent_slots,
};

static struct PyModuleDef recent_module = {
    PyModuleDef_HEAD_INIT, "recent", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_recent(void)
{
    PyObject *module;

    module = PyModule_Create(&recent_module);
    if (module == NULL) {
        return NULL;
    }

    Entry_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Entry_spec, NULL);
    if (Entry_Type == NULL) {
        return NULL;
    }
    Recent_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Recent_spec, NULL);
    if (Recent_Type == NULL) {
        return NULL;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Entry_Type->tp_new = NULL;
#endif
    Py_INCREF(Recent_Type);
    if (PyModule_AddObject(module, "Recent", (PyObject *)Recent_Type) < 0) {
        Py_DECREF(Recent_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
