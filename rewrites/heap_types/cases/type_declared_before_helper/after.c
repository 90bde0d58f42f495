#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int count;
} Box;

static PyTypeObject *Box_Type;
static PyType_Spec Box_spec;

int
box_setup(PyObject *module)
{
    Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Box_Type->tp_new = NULL;
#endif
    return 0;
}

static PyObject *
box(PyObject *module, PyObject *args)
{
    Box *self = PyObject_New(Box, Box_Type);
    if (self != NULL) {
        self->count = 0;
    }
    return (PyObject *)self;
}

static void
box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "m.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyMethodDef methods[] = {
    {"box", box, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    -1,
    methods,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (box_setup(module) < 0)
        return NULL;
    return module;
}
