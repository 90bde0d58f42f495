/* A subclass with a __del__ has another finaliser: the deallocator calls that of the type by its name. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *log;
    int handle;
} Box;

static PyObject *BoxError;

static int
Box_shut(Box *self)
{
    PyObject *result;

    if (self->handle < 0) {
        return 0;
    }
    self->handle = -1;
    result = PyObject_CallFunction(self->log, "s", "shut");
    if (result == NULL) {
        PyErr_SetString(BoxError, "the box can't be shut");
        return -1;
    }
    Py_DECREF(result);
    return 0;
}

static PyObject *
Box_close(Box *self, PyObject *Py_UNUSED(ignored))
{
    if (Box_shut(self) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static int
Box_init(Box *self, PyObject *args, PyObject *kwds)
{
    PyObject *log;

    if (!PyArg_ParseTuple(args, "O", &log)) {
        return -1;
    }
    Py_INCREF(log);
    Py_XSETREF(self->log, log);
    self->handle = 1;
    return 0;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(self->log);
    return 0;
}

static int
Box_clear(Box *self)
{
    Py_CLEAR(self->log);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyObject *type, *value, *traceback;

    PyObject_GC_UnTrack(self);
    /* What is left open is shut. */
    PyErr_Fetch(&type, &value, &traceback);
    if (self->log != NULL && Box_shut(self) < 0) {
        PyErr_WriteUnraisable(self->log);
    }
    PyErr_Restore(type, value, traceback);
    Box_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef Box_methods[] = {
    {"close", (PyCFunction)Box_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "module.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)Box_init,
    .tp_methods = Box_methods,
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    BoxError = PyErr_NewException("module.BoxError", NULL, NULL);
    if (BoxError == NULL || PyModule_AddObjectRef(module, "BoxError", BoxError) < 0 ||
        PyModule_AddObjectRef(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
