#include <Python.h>
#include "structmember.h"

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

static PyTypeObject Entry_Type;

static void
Entry_dealloc(Entry *self)
{
    Py_XDECREF(self->value);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Entry_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "recent.Entry",
    .tp_basicsize = sizeof(Entry),
    .tp_dealloc = (destructor)Entry_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
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

static void
Recent_dealloc(Recent *self)
{
    Recent_forget(self);
    Py_XDECREF(self->entries);
    Py_XDECREF(self->factory);
    Py_XDECREF(self->note);
    Py_TYPE(self)->tp_free((PyObject *)self);
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
    entry = (Entry *)Entry_Type.tp_alloc(&Entry_Type, 0);
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

static PyTypeObject Recent_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "recent.Recent",
    .tp_basicsize = sizeof(Recent),
    .tp_dealloc = (destructor)Recent_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Recent_methods,
    .tp_members = Recent_members,
    .tp_init = (initproc)Recent_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef recent_module = {
    PyModuleDef_HEAD_INIT, "recent", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_recent(void)
{
    PyObject *module;

    if (PyType_Ready(&Entry_Type) < 0 || PyType_Ready(&Recent_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&recent_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Recent_Type);
    if (PyModule_AddObject(module, "Recent", (PyObject *)&Recent_Type) < 0) {
        Py_DECREF(&Recent_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
