/* Shapes: Circle and Square extend Shape in C, and anyone may extend all three in Python. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *tag;
} ShapeObject;

typedef struct {
    ShapeObject shape;
    double size;
} SizedObject;

static int
Shape_init(ShapeObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *tag = Py_None;

    if (!PyArg_ParseTuple(args, "|O:Shape", &tag)) {
        return -1;
    }
    Py_INCREF(tag);
    Py_XSETREF(self->tag, tag);
    return 0;
}

static int
Shape_traverse(ShapeObject *self, visitproc visit, void *arg)
{
    Py_VISIT(self->tag);
    return 0;
}

static int
Shape_clear(ShapeObject *self)
{
    Py_CLEAR(self->tag);
    return 0;
}

static void
Shape_dealloc(ShapeObject *self)
{
    PyObject_GC_UnTrack(self);
    Shape_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
Shape_area(PyObject *self, PyObject *unused)
{
    return PyFloat_FromDouble(0.0);
}

static PyObject *
Shape_tag(ShapeObject *self, void *closure)
{
    PyObject *tag = self->tag != NULL ? self->tag : Py_None;
    Py_INCREF(tag);
    return tag;
}

static PyMethodDef Shape_methods[] = {
    {"area", Shape_area, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef Shape_getset[] = {
    {"tag", (getter)Shape_tag, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_type_in_same_file.Shape",
    .tp_basicsize = sizeof(ShapeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)Shape_init,
    .tp_dealloc = (destructor)Shape_dealloc,
    .tp_traverse = (traverseproc)Shape_traverse,
    .tp_clear = (inquiry)Shape_clear,
    .tp_methods = Shape_methods,
    .tp_getset = Shape_getset,
};

static int
Sized_init(SizedObject *self, PyObject *args, PyObject *kwds)
{
    PyObject *tag = Py_None;

    if (!PyArg_ParseTuple(args, "d|O", &self->size, &tag)) {
        return -1;
    }
    Py_INCREF(tag);
    Py_XSETREF(self->shape.tag, tag);
    return 0;
}

static PyObject *
Circle_area(SizedObject *self, PyObject *unused)
{
    return PyFloat_FromDouble(3.0 * self->size * self->size);
}

static PyObject *
Square_area(SizedObject *self, PyObject *unused)
{
    return PyFloat_FromDouble(self->size * self->size);
}

static PyMethodDef Circle_methods[] = {{"area", (PyCFunction)Circle_area, METH_NOARGS, NULL}, {NULL}};
static PyMethodDef Square_methods[] = {{"area", (PyCFunction)Square_area, METH_NOARGS, NULL}, {NULL}};

/* The base is given here ... */
static PyTypeObject Circle_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_type_in_same_file.Circle",
    .tp_basicsize = sizeof(SizedObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &Shape_Type,
    .tp_init = (initproc)Sized_init,
    .tp_methods = Circle_methods,
};

/* ... and there in the init function. */
static PyTypeObject Square_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "base_type_in_same_file.Square",
    .tp_basicsize = sizeof(SizedObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_init = (initproc)Sized_init,
    .tp_methods = Square_methods,
};

static struct PyModuleDef shapes = {
    PyModuleDef_HEAD_INIT, "base_type_in_same_file", "Shapes.", -1, NULL
};

#define ADD_TYPE(name, type) \
    do { \
        if (PyType_Ready(type) < 0) \
            goto error; \
        Py_INCREF(type); \
        if (PyModule_AddObject(m, name, (PyObject *)type) < 0) \
            goto error; \
    } while (0)

PyMODINIT_FUNC
PyInit_base_type_in_same_file(void)
{
    PyObject *m = PyModule_Create(&shapes);
    if (m == NULL) {
        return NULL;
    }
    Square_Type.tp_base = &Shape_Type;
    /* The derived one first: PyType_Ready readies its base. */
    ADD_TYPE("Circle", &Circle_Type);
    ADD_TYPE("Shape", &Shape_Type);
    ADD_TYPE("Square", &Square_Type);
    return m;

error:
    Py_DECREF(m);
    return NULL;
}
