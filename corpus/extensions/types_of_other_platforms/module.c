#define INSIDE_SHAPES
#include "shapes.h"

/* Shapes; metafiles are those of one platform only. */

static PyTypeObject Shape_Type;

static PyObject *
Shape_forget(Shape *self, PyObject *args)
{
    Shape *shape;

    if (!PyArg_ParseTuple(args, "O!:forget", &Shape_Type, &shape)) {
        return NULL;
    }
    if (shape->base == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "it was forgotten already");
        return NULL;
    }
    if (shape->base != (PyObject *)self) {
        PyErr_SetString(PyExc_ValueError, "it has another base");
        return NULL;
    }
    Py_CLEAR(shape->base);
    Py_RETURN_NONE;
}

static PyObject *
Shape_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *base = NULL;
    Shape *self;

    if (!PyArg_ParseTuple(args, "|O!:Shape", &Shape_Type, &base)) {
        return NULL;
    }
    self = (Shape *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_XINCREF(base);
        self->base = base;
    }
    return (PyObject *)self;
}

static void
Shape_dealloc(Shape *self)
{
    Py_XDECREF(self->base);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMethodDef Shape_methods[] = {
    {"forget", (PyCFunction)Shape_forget, METH_VARARGS, "forget(shape): let it have no base"},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "shapes.Shape",                 /* tp_name */
    sizeof(Shape),                  /* tp_basicsize */
    .tp_dealloc = (destructor)Shape_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Shape_methods,
    .tp_new = Shape_new,
};

#ifdef HAVE_METAFILES
#include <metafiles.h>

static int
convert_handle(PyObject *number, HANDLE *handle)
{
    *handle = PyLong_AsVoidPtr(number);
    return PyErr_Occurred() == NULL;
}

static PyObject *
Metafile_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    HANDLE handle;
    Metafile *self;

    if (!PyArg_ParseTuple(args, "O&:Metafile", convert_handle, &handle)) {
        return NULL;
    }
    self = (Metafile *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->data = copy_metafile(handle);
    }
    return (PyObject *)self;
}

static PyTypeObject Metafile_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "shapes.Metafile",              /* tp_name */
    sizeof(Metafile),               /* tp_basicsize */
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Shape_Type,
    .tp_new = Metafile_new,
};
#endif

static struct PyModuleDef shapes = {
    PyModuleDef_HEAD_INIT, "shapes", "Shapes, one on top of the other", -1, NULL
};

PyMODINIT_FUNC
PyInit_shapes(void)
{
    PyObject *module;

    if (PyType_Ready(&Shape_Type) < 0) {
        return NULL;
    }
#ifdef HAVE_METAFILES
    if (PyType_Ready(&Metafile_Type) < 0) {
        return NULL;
    }
#endif
    module = PyModule_Create(&shapes);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Shape_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#ifdef HAVE_METAFILES
    if (PyModule_AddType(module, &Metafile_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    return module;
}
