#include <Python.h>

/* A stream ends with its owner, whoever has it: nothing but its memory is left by then. */
typedef struct {
    PyObject_HEAD
    char *name;
} Stream;

typedef struct {
    PyObject_HEAD
    Stream *stream;
    Stream *spare;
} Owner;

static void
Stream_dealloc(Stream *self)
{
    PyObject_Free(self->name);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Stream_get_name(Stream *self, PyObject *Py_UNUSED(ignored))
{
    return PyUnicode_FromString(self->name);
}

static PyMethodDef Stream_methods[] = {
    {"name", (PyCFunction)Stream_get_name, METH_NOARGS, "The name."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Stream_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_freed_by_others.Stream",
    .tp_basicsize = sizeof(Stream),
    .tp_dealloc = (destructor)Stream_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Stream_methods,
};

static Stream *
new_stream(const char *name)
{
    Stream *stream = PyObject_New(Stream, &Stream_Type);
    char *copy;

    if (stream == NULL)
        return NULL;
    copy = PyObject_Malloc(strlen(name) + 1);
    if (copy == NULL) {
        PyObject_Del(stream);
        PyErr_NoMemory();
        return NULL;
    }
    stream->name = strcpy(copy, name);
    return stream;
}

static PyObject *
Owner_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    const char *name;
    void *block;
    char *upper;
    Owner *self;

    if (!PyArg_ParseTuple(args, "s:Owner", &name))
        return NULL;
    /* Memory that is no object. */
    upper = PyObject_Malloc(8);
    block = PyObject_Malloc(8);
    PyObject_Free(upper);
    PyObject_Free(block);
    self = (Owner *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->stream = new_stream(name);
    self->spare = new_stream(name);
    if (self->stream == NULL || self->spare == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
Owner_dealloc(Owner *self)
{
    if (self->stream != NULL) {
        PyObject_Free(self->stream->name);
        Py_TYPE(self->stream)->tp_free((PyObject *)self->stream);
    }
    if (self->spare != NULL) {
        PyObject_Free(self->spare->name);
        Stream_Type.tp_free(self->spare);
    }
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Owner_get_stream(Owner *self, PyObject *Py_UNUSED(ignored))
{
    return (PyObject *)new_stream(self->stream->name);
}

static PyMethodDef Owner_methods[] = {
    {"stream", (PyCFunction)Owner_get_stream, METH_NOARGS, "A stream of the same name."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Owner_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "instances_freed_by_others.Owner",
    .tp_basicsize = sizeof(Owner),
    .tp_dealloc = (destructor)Owner_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Owner_methods,
    .tp_new = Owner_new,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "instances_freed_by_others",
    NULL,
    -1,
};

PyMODINIT_FUNC
PyInit_instances_freed_by_others(void)
{
    PyObject *module;

    if (PyType_Ready(&Stream_Type) < 0 || PyType_Ready(&Owner_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Owner_Type);
    if (PyModule_AddObject(module, "Owner", (PyObject *)&Owner_Type) < 0) {
        Py_DECREF(&Owner_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
