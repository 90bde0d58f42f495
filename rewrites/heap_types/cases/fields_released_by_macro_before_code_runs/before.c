#include <Python.h>

/* A macro or a function that only releases leaves the pointer where it was: the collector may not look at it. */

#define RELEASE(object) Py_XDECREF(object)
#define LET_GO(object) RELEASE(object)

typedef struct {
    PyObject_HEAD
    PyObject *items;
    PyObject *names;
    PyObject *kept;
} Box;

static void
release(PyObject *object)
{
    Py_XDECREF(object);
}

static PyObject *
Box_fill(Box *self, PyObject *source)
{
    LET_GO(self->items);
    self->items = PySequence_List(source);
    release(self->names);
    self->names = PySequence_List(source);
    if (self->items == NULL || self->names == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Box_keep(Box *self, PyObject *source)
{
    Py_INCREF(source);
    LET_GO(self->kept);
    self->kept = source;
    Py_RETURN_NONE;
}

static void
Box_dealloc(Box *self)
{
    LET_GO(self->items);
    release(self->names);
    LET_GO(self->kept);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef Box_methods[] = {
    {"fill", (PyCFunction)Box_fill, METH_O, NULL},
    {"keep", (PyCFunction)Box_keep, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
