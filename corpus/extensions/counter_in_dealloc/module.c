#include <Python.h>

/* Handles: the module knows how many are open, and who wants to hear of it. */

typedef struct {
    PyObject_HEAD
    int number;
    PyObject *owner;
} HandleObject;

static PyTypeObject HandleType;
static Py_ssize_t open_handles = 0;
static PyObject *HandleError;
static int next_number = 0;

static PyObject *handle_open(PyObject *module, PyObject *owner) {
    HandleObject *self;

    if (owner == Py_None) {
        PyErr_SetString(HandleError, "a handle needs an owner");
        return NULL;
    }
    self = PyObject_New(HandleObject, &HandleType);
    if (self == NULL) {
        return NULL;
    }
    self->number = next_number++;
    Py_INCREF(owner);
    self->owner = owner;
    open_handles++;
    return (PyObject *)self;
}

static void handle_dealloc(HandleObject *self) {
    open_handles--;
    Py_XDECREF(self->owner);
    PyObject_Del(self);
}

static PyObject *handle_owner(HandleObject *self, void *closure) {
    Py_INCREF(self->owner);
    return self->owner;
}

static PyObject *count(PyObject *module, PyObject *unused) {
    return PyLong_FromSsize_t(open_handles);
}

static PyGetSetDef handle_getset[] = {
    {"owner", (getter)handle_owner, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject HandleType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "counter_in_dealloc.Handle",
    .tp_basicsize = sizeof(HandleObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)handle_dealloc,
    .tp_getset = handle_getset,
};

static PyMethodDef methods[] = {
    {"open", handle_open, METH_O, "open(owner) -> Handle"},
    {"count", count, METH_NOARGS, "count() -> number of handles alive"},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    .m_name = "counter_in_dealloc",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC PyInit_counter_in_dealloc(void) {
    PyObject *module = NULL;

    if (PyType_Ready(&HandleType) < 0) {
        goto fail;
    }
    if ((module = PyModule_Create(&moduledef)) == NULL) {
        goto fail;
    }
    HandleError = PyErr_NewException("counter_in_dealloc.HandleError", NULL, NULL);
    if (HandleError == NULL) {
        goto fail;
    }
    Py_INCREF(HandleError);
    if (PyModule_AddObject(module, "HandleError", HandleError) < 0) {
        Py_DECREF(HandleError);
        goto fail;
    }
    return module;

fail:
    Py_XDECREF(module);
    return NULL;
}
