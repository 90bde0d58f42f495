#include <Python.h>

#define DROP(x) PyObject_Del(x)

typedef struct {
    PyObject_HEAD
    int sid;
} Stream;

typedef struct {
    PyObject_HEAD
    Stream *stream;
} Owner;

static void
Stream_dealloc(Stream *self)
{
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Stream_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "streams.Stream",
    .tp_basicsize = sizeof(Stream),
    .tp_dealloc = (destructor)Stream_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
Owner_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Owner *self = (Owner *)type->tp_alloc(type, 0);

    if (self == NULL)
        return NULL;
    self->stream = (Stream *)Stream_Type.tp_alloc(&Stream_Type, 0);
    return (PyObject *)self;
}

static void
Owner_dealloc(Owner *self)
{
    DROP(self->stream);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* As memory alone. */
static PyObject *
Owner_drop(Owner *self, PyObject *Py_UNUSED(ignored))
{
    Owner *other = PyObject_New(Owner, Py_TYPE(self));

    PyMem_Free(other);
    Py_RETURN_NONE;
}

static PyMethodDef Owner_methods[] = {
    {"drop", (PyCFunction)Owner_drop, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Owner_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "streams.Owner",
    .tp_basicsize = sizeof(Owner),
    .tp_dealloc = (destructor)Owner_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Owner_methods,
    .tp_new = Owner_new,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "streams", NULL, -1};

PyMODINIT_FUNC
PyInit_streams(void)
{
    PyObject *m;

    if (PyType_Ready(&Stream_Type) < 0 || PyType_Ready(&Owner_Type) < 0)
        return NULL;
    m = PyModule_Create(&definition);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Owner_Type);
    if (PyModule_AddObject(m, "Owner", (PyObject *)&Owner_Type) < 0)
        return NULL;
    return m;
}
