#include <Python.h>

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

static void
Scope_dealloc(Scope *self)
{
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
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Scope_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "scopes.Scope",
    .tp_basicsize = sizeof(Scope),
    .tp_dealloc = (destructor)Scope_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)Scope_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef scopes_module = {
    PyModuleDef_HEAD_INIT, "scopes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_scopes(void)
{
    PyObject *module;

    if (PyType_Ready(&Scope_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&scopes_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Scope_Type);
    if (PyModule_AddObject(module, "Scope", (PyObject *)&Scope_Type) < 0) {
        Py_DECREF(&Scope_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
