#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Genome-like intervals, in a type whose initialiser knows many Pythons. */

typedef struct {
    PyObject_HEAD
    unsigned int start;
    unsigned int end;
} pyInterval_t;

static PyObject *intervalError;

static void pyIntervalDealloc(pyInterval_t *self) {
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *pyIntervalOverlaps(pyInterval_t *self, PyObject *args) {
    unsigned int start, end;
    if(!PyArg_ParseTuple(args, "II", &start, &end)) return NULL;
    if(end < start) {
        PyErr_SetString(intervalError, "the interval is inside out");
        return NULL;
    }
    return PyBool_FromLong(start < self->end && self->start < end);
}

static PyObject *pyIntervalRepr(pyInterval_t *self) {
    return PyUnicode_FromFormat("[%u, %u)", self->start, self->end);
}

static Py_ssize_t pyIntervalLength(pyInterval_t *self) {
    return self->end - self->start;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *pyInterval_reduce(PyObject *self, PyObject *Py_UNUSED(ignored)) {
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef intervalMethods[] = {
    {"overlaps", (PyCFunction) pyIntervalOverlaps, METH_VARARGS, "overlaps(start, end) -> bool"},
    {"__reduce__", pyInterval_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject *pyInterval;

static PyType_Slot pyInterval_slots[] = {
    {Py_tp_dealloc, pyIntervalDealloc},
    {Py_tp_repr, pyIntervalRepr},
    {Py_tp_getattro, PyObject_GenericGetAttr},
    {Py_tp_doc, "Interval"},
    {Py_tp_methods, intervalMethods},
    {Py_sq_length, pyIntervalLength},
    {0, NULL},
};

static PyType_Spec pyInterval_spec = {
    .name = "if_inside_initialiser.pyInterval",
    .basicsize = sizeof(pyInterval_t),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = pyInterval_slots,
};

static PyObject *pyIntervalOpen(PyObject *self, PyObject *args) {
    unsigned int start, end;
    pyInterval_t *interval;

    if(!PyArg_ParseTuple(args, "II", &start, &end)) return NULL;
    if(end < start) {
        PyErr_SetString(intervalError, "the interval is inside out");
        return NULL;
    }
    interval = (pyInterval_t *)pyInterval->tp_alloc(pyInterval, 0);
    if(!interval) return NULL;
    interval->start = start;
    interval->end = end;
    return (PyObject*) interval;
}

static PyMethodDef functions[] = {
    {"interval", (PyCFunction)pyIntervalOpen, METH_VARARGS, "interval(start, end)"},
    {NULL, NULL, 0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static PyModuleDef intervalmodule = {
    PyModuleDef_HEAD_INIT,
    "if_inside_initialiser",
    "Intervals",
    -1,
    functions,
    NULL, NULL, NULL, NULL
};
#endif

#if PY_MAJOR_VERSION >= 3
PyMODINIT_FUNC PyInit_if_inside_initialiser(void) {
    PyObject *res;
    res = PyModule_Create(&intervalmodule);
    if(!res) return NULL;

    pyInterval = (PyTypeObject *)PyType_FromModuleAndSpec(res, &pyInterval_spec, NULL);
    if(pyInterval == NULL) return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    pyInterval->tp_new = NULL;
#endif

    Py_INCREF(pyInterval);
    PyModule_AddObject(res, "pyInterval", (PyObject *) pyInterval);
    intervalError = PyErr_NewException("if_inside_initialiser.IntervalError", PyExc_ValueError, NULL);
    if(!intervalError) return NULL;
    Py_INCREF(intervalError);
    PyModule_AddObject(res, "IntervalError", intervalError);
    return res;
}
#else
PyMODINIT_FUNC initif_inside_initialiser(void) {
    if(PyType_Ready(&pyInterval) < 0) return;
    Py_InitModule3("if_inside_initialiser", functions, "Intervals");
}
#endif
