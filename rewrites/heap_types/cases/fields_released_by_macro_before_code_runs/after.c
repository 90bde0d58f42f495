#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A macro or a function that only releases leaves the pointer where it was: the collector may not look at it. */

#define RELEASE(object) Py_XDECREF(object)
#define LET_GO(object) RELEASE(object)

typedef struct {
    PyObject_HEAD
    PyObject *items;
    PyObject *names;
    PyObject *kept;
} Box;

static void
release(PyObject *object)
{
    Py_XDECREF(object);
}

static PyObject *
Box_fill(Box *self, PyObject *source)
{
    LET_GO(self->items);
    self->items = PySequence_List(source);
    release(self->names);
    self->names = PySequence_List(source);
    if (self->items == NULL || self->names == NULL) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
Box_keep(Box *self, PyObject *source)
{
    Py_INCREF(source);
    LET_GO(self->kept);
    self->kept = source;
    Py_RETURN_NONE;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->kept);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    LET_GO(self->items);
    release(self->names);
    LET_GO(self->kept);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef Box_methods[] = {
    {"fill", (PyCFunction)Box_fill, METH_O, NULL},
    {"keep", (PyCFunction)Box_keep, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "box.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *module;

    module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
