#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Closing calls the last callback that was added: the list must be as it was then. */

typedef struct {
    PyObject_HEAD
    PyObject *callbacks;
    PyObject *name;
} Scope;

static int
Scope_init(Scope *self, PyObject *args, PyObject *kwds)
{
    PyObject *name, *first;

    if (!PyArg_ParseTuple(args, "OO:Scope", &name, &first)) {
        return -1;
    }
    Py_XSETREF(self->callbacks, PyList_New(0));
    if (self->callbacks == NULL || PyList_Append(self->callbacks, first) < 0) {
        return -1;
    }
    Py_INCREF(name);
    Py_XSETREF(self->name, name);
    return 0;
}

static int
Scope_traverse(Scope *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static void
Scope_dealloc(Scope *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->callbacks != NULL) {
        PyObject *last = PyList_GET_ITEM(self->callbacks, PyList_GET_SIZE(self->callbacks) - 1);
        PyObject *result = PyObject_CallNoArgs(last);
        if (result == NULL) {
            PyErr_WriteUnraisable(NULL);
        }
        Py_XDECREF(result);
    }
    Py_CLEAR(self->callbacks);
    Py_CLEAR(self->name);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Scope_Type;

static PyType_Slot Scope_slots[] = {
    {Py_tp_dealloc, Scope_dealloc},
    {Py_tp_init, Scope_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Scope_traverse},
    {0, NULL},
};

static PyType_Spec Scope_spec = {
    .name = "scopes.Scope",
    .basicsize = sizeof(Scope),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Scope_slots,
};

static struct PyModuleDef scopes_module = {
    PyModuleDef_HEAD_INIT, "scopes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_scopes(void)
{
    PyObject *module;

    module = PyModule_Create(&scopes_module);
    if (module == NULL) {
        return NULL;
    }

    Scope_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Scope_spec, NULL);
    if (Scope_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Scope_Type);
    if (PyModule_AddObject(module, "Scope", (PyObject *)Scope_Type) < 0) {
        Py_DECREF(Scope_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
