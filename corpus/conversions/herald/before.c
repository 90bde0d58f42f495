#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *speaker;
} HeraldObject;

static PyTypeObject Herald_Type;
static PyTypeObject Crier_Type;
static PyObject *Error;

static PyObject *
Herald_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *speaker;
    if (!PyArg_ParseTuple(args, "O:Herald", &speaker)) {
        return NULL;
    }
    HeraldObject *self = (HeraldObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(speaker);
        self->speaker = speaker;
    }
    return (PyObject *)self;
}

static int
Herald_traverse(HeraldObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->speaker);
    return 0;
}

static int
Herald_clear(HeraldObject *self)
{
    Py_CLEAR(self->speaker);
    return 0;
}

static void
Herald_dealloc(HeraldObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->speaker);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Herald_say(HeraldObject *self, PyObject *Py_UNUSED(ignored))
{
    if (self->speaker == Py_None) {
        PyErr_SetString(Error, "nobody speaks");
        return NULL;
    }
    return PyObject_Str(self->speaker);
}

static PyMethodDef Herald_methods[] = {
    {"say", (PyCFunction)Herald_say, METH_NOARGS, NULL},
    {NULL}
};

static PyObject *
Herald_get_annotations(HeraldObject *self, void *Py_UNUSED(closure))
{
    return PyObject_GetAttrString((PyObject *)Py_TYPE(self->speaker), "__doc__");
}

static PyGetSetDef Herald_getset[] = {
    {"__annotations__", (getter)Herald_get_annotations, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Herald_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "herald.Herald",
    .tp_basicsize = sizeof(HeraldObject),
    .tp_dealloc = (destructor)Herald_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Herald_traverse,
    .tp_clear = (inquiry)Herald_clear,
    .tp_methods = Herald_methods,
    .tp_getset = Herald_getset,
    .tp_new = Herald_new,
};

static PyObject *
Crier_get_volume(HeraldObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromLong(11);
}

static PyGetSetDef Crier_getset[] = {
    {"volume", (getter)Crier_get_volume, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Crier_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "herald.Crier",
    .tp_basicsize = sizeof(HeraldObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Herald_Type,
    .tp_getset = Crier_getset,
};

static struct PyModuleDef herald_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "herald",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_herald(void)
{
    if (PyType_Ready(&Herald_Type) < 0 || PyType_Ready(&Crier_Type) < 0) {
        return NULL;
    }
    PyObject *module = PyModule_Create(&herald_module);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("herald.Error", NULL, NULL);
    if (Error == NULL) {
        goto error;
    }
    Py_INCREF(Error);
    if (PyModule_AddObject(module, "Error", Error) < 0) {
        Py_DECREF(Error);
        goto error;
    }
    Py_INCREF(&Herald_Type);
    if (PyModule_AddObject(module, "Herald", (PyObject *)&Herald_Type) < 0) {
        Py_DECREF(&Herald_Type);
        goto error;
    }
    Py_INCREF(&Crier_Type);
    if (PyModule_AddObject(module, "Crier", (PyObject *)&Crier_Type) < 0) {
        Py_DECREF(&Crier_Type);
        goto error;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
