#include <Python.h>

/* Buffers own what they point at, though only a macro says so; the one Unit leads to no other object. */
#define buffer_clear(buffer) Py_CLEAR((buffer)->obj)

typedef struct {
    PyObject *obj;
    const char *ptr;
} buffer;

typedef struct {
    PyObject_HEAD
    const char *name;
} Unit;

typedef struct {
    PyObject_HEAD
    PyObject *parts;
    buffer *text;
} Shape;

static Unit *metre;

static void
Shape_dealloc(Shape *self)
{
    if (metre != NULL) {
        metre->name = "metre";
    }
    if (self->text != NULL) {
        buffer_clear(self->text);
        PyMem_Free(self->text);
    }
    Py_CLEAR(self->parts);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Unit_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shapes.Unit",
    .tp_basicsize = sizeof(Unit),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shapes.Shape",
    .tp_basicsize = sizeof(Shape),
    .tp_dealloc = (destructor)Shape_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shapes",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_shapes(void)
{
    if (PyType_Ready(&Unit_Type) < 0 || PyType_Ready(&Shape_Type) < 0) {
        return NULL;
    }
    metre = PyObject_New(Unit, &Unit_Type);
    return PyModule_Create(&shapes_module);
}
