#include <Python.h>

/* Shapes; metafiles are those of one platform only, where a function of the same name as another makes them ready. */

typedef struct {
    PyObject_HEAD
    void *data;
} Shape;

static PyObject *
Shape_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    return type->tp_alloc(type, 0);
}

static void
Shape_dealloc(Shape *self)
{
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shapes.Shape",
    .tp_basicsize = sizeof(Shape),
    .tp_dealloc = (destructor)Shape_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = Shape_new,
};

#ifdef HAVE_METAFILES
#include <metafiles.h>

typedef struct {
    PyObject_HEAD HANDLE dib;
} Metafile;

static PyTypeObject Metafile_Type;

int
metafile_setup(void)
{
    if (PyType_Ready(&Metafile_Type) < 0) {
        return -1;
    }
    return 0;
}

static Metafile *
Metafile_make(HANDLE dib)
{
    Metafile *self = PyObject_New(Metafile, &Metafile_Type);
    if (self == NULL) {
        return NULL;
    }
    self->dib = dib;
    return self;
}

static void
Metafile_delete(Metafile *self)
{
    if (self->dib) {
        delete_dib(self->dib);
    }
    PyObject_Free(self);
}

static PyObject *
Metafile_paste(Metafile *self, PyObject *args)
{
    Shape *shape;

    if (!PyArg_ParseTuple(args, "O!", &Shape_Type, &shape)) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static struct PyMethodDef methods[] = {
    {"paste", (PyCFunction)Metafile_paste, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Metafile_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shapes.Metafile",
    .tp_basicsize = sizeof(Metafile),
    .tp_dealloc = (destructor)Metafile_delete,
    .tp_methods = methods,
};

static PyObject *
make_metafile(PyObject *self, PyObject *args)
{
    HANDLE handle;

    if (!PyArg_ParseTuple(args, "k:make_metafile", &handle)) {
        return NULL;
    }
    return (PyObject *)Metafile_make(handle);
}
#else
int
metafile_setup(void)
{
    return 0;
}
#endif

static PyMethodDef functions[] = {
#ifdef HAVE_METAFILES
    {"make_metafile", make_metafile, METH_VARARGS, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static int
setup(PyObject *m)
{
    if (PyType_Ready(&Shape_Type) < 0) {
        return -1;
    }
    if (metafile_setup() < 0) {
        return -1;
    }
    return PyModule_AddType(m, &Shape_Type);
}

static struct PyModuleDef shapes = {
    PyModuleDef_HEAD_INIT, "shapes", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_shapes(void)
{
    PyObject *module = PyModule_Create(&shapes);
    if (module == NULL) {
        return NULL;
    }
    if (setup(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
