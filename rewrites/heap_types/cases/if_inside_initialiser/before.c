#include <Python.h>

/* Genome-like intervals, in a type whose initialiser knows many Pythons. */

typedef struct {
    PyObject_HEAD
    unsigned int start;
    unsigned int end;
} pyInterval_t;

static PyObject *intervalError;

static void pyIntervalDealloc(pyInterval_t *self) {
    Py_TYPE(self)->tp_free(self);
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

static PyMethodDef intervalMethods[] = {
    {"overlaps", (PyCFunction) pyIntervalOverlaps, METH_VARARGS, "overlaps(start, end) -> bool"},
    {NULL, NULL, 0, NULL}
};

static PySequenceMethods intervalSequence = {
    (lenfunc) pyIntervalLength,
};

static PyTypeObject pyInterval = {
#if PY_MAJOR_VERSION >= 3
    PyVarObject_HEAD_INIT(NULL, 0)
#else
    PyObject_HEAD_INIT(NULL)
    0,              /*ob_size*/
#endif
    "if_inside_initialiser.pyInterval", /*tp_name*/
    sizeof(pyInterval_t),      /*tp_basicsize*/
    0,                         /*tp_itemsize*/
    (destructor)pyIntervalDealloc, /*tp_dealloc*/
    0,                         /*tp_print*/
    0,                         /*tp_getattr*/
    0,                         /*tp_setattr*/
    0,                         /*tp_compare*/
    (reprfunc)pyIntervalRepr,  /*tp_repr*/
    0,                         /*tp_as_number*/
    &intervalSequence,         /*tp_as_sequence*/
    0,                         /*tp_as_mapping*/
    0,                         /*tp_hash*/
    0,                         /*tp_call*/
    0,                         /*tp_str*/
    PyObject_GenericGetAttr,   /*tp_getattro*/
    0,                         /*tp_setattro*/
    0,                         /*tp_as_buffer*/
#if PY_MAJOR_VERSION >= 3
    Py_TPFLAGS_DEFAULT,        /*tp_flags*/
#else
    Py_TPFLAGS_HAVE_CLASS,     /*tp_flags*/
#endif
    "Interval",                /*tp_doc*/
    0,                         /*tp_traverse*/
    0,                         /*tp_clear*/
    0,                         /*tp_richcompare*/
    0,                         /*tp_weaklistoffset*/
    0,                         /*tp_iter*/
    0,                         /*tp_iternext*/
    intervalMethods,           /*tp_methods*/
    0,                         /*tp_members*/
    0,                         /*tp_getset*/
    0,                         /*tp_base*/
    0,                         /*tp_dict*/
    0,                         /*tp_descr_get*/
    0,                         /*tp_descr_set*/
    0,                         /*tp_dictoffset*/
    0,                         /*tp_init*/
    0,                         /*tp_alloc*/
    0,                         /*tp_new*/
    0,0,0,0,0,0
#if PY_VERSION_HEX >= 0x03040000
    , 0,0,0
#endif
};

static PyObject *pyIntervalOpen(PyObject *self, PyObject *args) {
    unsigned int start, end;
    pyInterval_t *interval;

    if(!PyArg_ParseTuple(args, "II", &start, &end)) return NULL;
    if(end < start) {
        PyErr_SetString(intervalError, "the interval is inside out");
        return NULL;
    }
    interval = (pyInterval_t *)pyInterval.tp_alloc(&pyInterval, 0);
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
    if(PyType_Ready(&pyInterval) < 0) return NULL;
    res = PyModule_Create(&intervalmodule);
    if(!res) return NULL;

    Py_INCREF(&pyInterval);
    PyModule_AddObject(res, "pyInterval", (PyObject *) &pyInterval);
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
