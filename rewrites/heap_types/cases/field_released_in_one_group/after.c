#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *answers;
#ifdef WITH_REPORT
    PyObject *report;
#else
    PyObject *debugging;
#endif
} Result;

static PyObject *
Result_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Result *self = (Result *)type->tp_alloc(type, 0);
    PyObject *answers;

    if (self == NULL)
        return NULL;
    if (!PyArg_ParseTuple(args, "O", &answers)) {
        Py_DECREF(self);
        return NULL;
    }
    Py_INCREF(answers);
    self->answers = answers;
    return (PyObject *)self;
}

static int
Result_traverse(Result *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->answers);
    return 0;
}

static void
Result_dealloc(Result *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->answers);
#ifdef WITH_REPORT
    Py_XDECREF(self->report);
#else
    Py_XDECREF(self->debugging);
#endif
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *ResultType;

static PyType_Slot Result_slots[] = {
    {Py_tp_new, Result_new},
    {Py_tp_dealloc, Result_dealloc},
    {Py_tp_traverse, Result_traverse},
    {0, NULL},
};

static PyType_Spec Result_spec = {
    .name = "box.Result",
    .basicsize = sizeof(Result),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Result_slots,
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);

    if (m == NULL)
        return NULL;
    ResultType =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Result_spec, NULL);
    if (ResultType == NULL)
        return NULL;
    if (PyModule_AddType(m, ResultType) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
