#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *first;
    PyObject *second;
} Box;

/* A reference to the field is the field. What a template releases isn't known. */

static void drop(PyObject *&p)
{
    Py_XDECREF(p);
    p = nullptr;
}

template <typename T>
static void
drop_any(T *&p)
{
    Py_XDECREF((PyObject *)p);
    p = nullptr;
}

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *first;
    Box *self;

    if (!PyArg_ParseTuple(args, "O", &first)) {
        return NULL;
    }
    self = (Box *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(first);
        self->first = first;
    }
    return (PyObject *)self;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    drop(self->first);
    drop_any(self->second);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, (void *)Box_dealloc},
    {Py_tp_new, (void *)Box_new},
    {Py_tp_traverse, (void *)Box_traverse},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    "box.Box",
    sizeof(Box),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    Box_slots
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m;

    m = PyModule_Create(&module);
    if (m == NULL) {
        return NULL;
    }

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
