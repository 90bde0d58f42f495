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
Box_dealloc(PyObject *object)
{
    Box *self = (Box *)object;
    PyTypeObject *type = Py_TYPE(self);

    if (self->log && self->handle >= 0)
        if (Box_shut(self) < 0)
            PyErr_Clear();

    PyObject_GC_UnTrack(self);
    Box_clear(self);
    type->tp_free(object);
}

static PyMethodDef Box_methods[] = {
    {"close", (PyCFunction)Box_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "module.Box",                       /* tp_name */
    sizeof(Box),                        /* tp_basicsize */
    0,                                  /* tp_itemsize */
    Box_dealloc,                        /* tp_dealloc */
    0,                                  /* tp_vectorcall_offset */
    0,                                  /* tp_getattr */
    0,                                  /* tp_setattr */
    0,                                  /* tp_as_async */
    0,                                  /* tp_repr */
    0,                                  /* tp_as_number */
    0,                                  /* tp_as_sequence */
    0,                                  /* tp_as_mapping */
    0,                                  /* tp_hash */
    0,                                  /* tp_call */
    0,                                  /* tp_str */
    0,                                  /* tp_getattro */
    0,                                  /* tp_setattro */
    0,                                  /* tp_as_buffer */
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, /* tp_flags */
    0,                                  /* tp_doc */
    (traverseproc)Box_traverse,         /* tp_traverse */
    (inquiry)Box_clear,                 /* tp_clear */
    0,                                  /* tp_richcompare */
    0,                                  /* tp_weaklistoffset */
    0,                                  /* tp_iter */
    0,                                  /* tp_iternext */
    Box_methods                         /* tp_methods */
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

    Box_Type.tp_new = PyType_GenericNew;
    Box_Type.tp_init = (initproc)Box_init;
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
