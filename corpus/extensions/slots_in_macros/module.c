#include <Python.h>

/* Ranges that are walked from either end: the types have nearly everything in common, so macros say it once. */

typedef struct {
    PyObject_HEAD
    long start, stop;
} RangeObject;

typedef struct {
    PyObject_HEAD
    RangeObject *range;
    long at;
} WalkObject;

static void
range_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

static Py_ssize_t
range_length(PyObject *self)
{
    return ((RangeObject *)self)->stop - ((RangeObject *)self)->start;
}

static PySequenceMethods range_as_sequence = {
    .sq_length = range_length,
};

static PyObject *
range_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    RangeObject *self;
    long start, stop;

    if (!PyArg_ParseTuple(args, "ll", &start, &stop)) {
        return NULL;
    }
    self = (RangeObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->start = start;
        self->stop = stop < start ? start : stop;
    }
    return (PyObject *)self;
}

static PyObject *
walk(PyTypeObject *type, PyObject *range, long at)
{
    WalkObject *self = PyObject_GC_New(WalkObject, type);

    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(range);
    self->range = (RangeObject *)range;
    self->at = at;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static void
walk_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((WalkObject *)self)->range);
    PyObject_GC_Del(self);
}

static int
walk_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((WalkObject *)self)->range);
    return 0;
}

static PyObject *
up_next(PyObject *op)
{
    WalkObject *self = (WalkObject *)op;

    return self->at < self->range->stop ? PyLong_FromLong(self->at++) : NULL;
}

static PyObject *
down_next(PyObject *op)
{
    WalkObject *self = (WalkObject *)op;

    return self->at > self->range->start ? PyLong_FromLong(--self->at) : NULL;
}

#define WALK_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC)

#define WALK_SLOTS                                  \
    .tp_basicsize = sizeof(WalkObject),             \
    .tp_itemsize = 0,                               \
    .tp_dealloc = (destructor)walk_dealloc,         \
    .tp_flags = WALK_FLAGS,                         \
    .tp_traverse = (traverseproc)walk_traverse,     \
    .tp_iter = PyObject_SelfIter,

static PyTypeObject Up_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "slots_in_macros.Up",
    .tp_iternext = up_next,
    WALK_SLOTS
};

static PyTypeObject Down_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "slots_in_macros.Down",
    WALK_SLOTS
    .tp_iternext = down_next,
};

static PyObject *
range_up(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return walk(&Up_Type, self, ((RangeObject *)self)->start);
}

static PyObject *
range_down(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return walk(&Down_Type, self, ((RangeObject *)self)->stop);
}

PyDoc_STRVAR(range_up_doc, "up() -> iterator\n\nWalk upwards.");
PyDoc_STRVAR(range_down_doc, "down() -> iterator\n\nWalk downwards.");

#define METHOD(name, flags) {#name, range_##name, flags, range_##name##_doc}

static PyMethodDef range_methods[] = {
    METHOD(up, METH_NOARGS),
    METHOD(down, METH_NOARGS),
    {NULL, NULL, 0, NULL}
};

#define MODULE "slots_in_macros"
#define HEAD(name, size) PyVarObject_HEAD_INIT(NULL, 0) MODULE "." #name, sizeof(size)
#define BEHAVIOUR .tp_dealloc = range_dealloc, .tp_as_sequence = &range_as_sequence, .tp_new = range_new

static PyTypeObject Range_Type = {
    HEAD(Range, RangeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    BEHAVIOUR,
    .tp_methods = range_methods,
};

static struct PyModuleDef slots_in_macros_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = MODULE,
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_slots_in_macros(void)
{
    PyObject *module;

    if (PyType_Ready(&Range_Type) < 0 || PyType_Ready(&Up_Type) < 0 || PyType_Ready(&Down_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&slots_in_macros_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Range_Type);
    if (PyModule_AddObject(module, "Range", (PyObject *)&Range_Type) < 0) {
        Py_DECREF(&Range_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
