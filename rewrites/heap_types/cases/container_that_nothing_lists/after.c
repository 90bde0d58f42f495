#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

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

static int
Shape_traverse(Shape *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->parts);
    return 0;
}

static void
Shape_dealloc(Shape *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (metre != NULL) {
        metre->name = "metre";
    }
    if (self->text != NULL) {
        buffer_clear(self->text);
        PyMem_Free(self->text);
    }
    Py_CLEAR(self->parts);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Unit_traverse(Unit *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Unit_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Unit_methods[] = {
    {"__reduce__", Unit_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyTypeObject *Unit_Type;

static PyType_Slot Unit_slots[] = {
    {Py_tp_traverse, Unit_traverse},
    {Py_tp_methods, Unit_methods},
    {0, NULL},
};

static PyType_Spec Unit_spec = {
    .name = "shapes.Unit",
    .basicsize = sizeof(Unit),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Unit_slots,
};

static PyTypeObject *Shape_Type;

static PyType_Slot Shape_slots[] = {
    {Py_tp_dealloc, Shape_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Shape_traverse},
    {0, NULL},
};

static PyType_Spec Shape_spec = {
    .name = "shapes.Shape",
    .basicsize = sizeof(Shape),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Shape_slots,
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shapes",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_shapes(void)
{
    PyObject *module = PyModule_Create(&shapes_module);
    if (module == NULL) {
        return NULL;
    }
    Unit_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Unit_spec, NULL);
    if (Unit_Type == NULL) {
        return NULL;
    }
    Shape_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shape_spec, NULL);
    if (Shape_Type == NULL) {
        return NULL;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Unit_Type->tp_new = NULL;
#endif
    metre = PyObject_New(Unit, Unit_Type);
    return module;
}
