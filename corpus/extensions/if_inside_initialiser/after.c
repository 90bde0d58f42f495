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

typedef struct {
    PyObject *intervalError;
    PyTypeObject *pyInterval;
} if_inside_initialiser_state;

static inline if_inside_initialiser_state *get_if_inside_initialiser_state(PyObject *module) {
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (if_inside_initialiser_state *)state;
}

static inline if_inside_initialiser_state *
get_if_inside_initialiser_state_by_type(PyTypeObject *type) {
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (if_inside_initialiser_state *)state;
}

static void pyIntervalDealloc(pyInterval_t *self) {
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *pyIntervalOverlaps(pyInterval_t *self, PyObject *args) {
    unsigned int start, end;
    if(!PyArg_ParseTuple(args, "II", &start, &end)) return NULL;
    if(end < start) {
        if_inside_initialiser_state *state =
            get_if_inside_initialiser_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->intervalError, "the interval is inside out");
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
    if_inside_initialiser_state *state = get_if_inside_initialiser_state(self);
    unsigned int start, end;
    pyInterval_t *interval;

    if(!PyArg_ParseTuple(args, "II", &start, &end)) return NULL;
    if(end < start) {
        PyErr_SetString(state->intervalError, "the interval is inside out");
        return NULL;
    }
    interval = (pyInterval_t *)state->pyInterval->tp_alloc(state->pyInterval, 0);
    if(!interval) return NULL;
    interval->start = start;
    interval->end = end;
    return (PyObject*) interval;
}

static PyMethodDef functions[] = {
    {"interval", (PyCFunction)pyIntervalOpen, METH_VARARGS, "interval(start, end)"},
    {NULL, NULL, 0, NULL}
};

static int if_inside_initialiser_traverse(PyObject *module, visitproc visit, void *arg) {
    if_inside_initialiser_state *state = get_if_inside_initialiser_state(module);
    Py_VISIT(state->intervalError);
    Py_VISIT(state->pyInterval);
    return 0;
}

static int if_inside_initialiser_clear(PyObject *module) {
    if_inside_initialiser_state *state = get_if_inside_initialiser_state(module);
    Py_CLEAR(state->intervalError);
    Py_CLEAR(state->pyInterval);
    return 0;
}

static void if_inside_initialiser_free(void *module) {
    if_inside_initialiser_clear((PyObject *)module);
}

static int if_inside_initialiser_exec(PyObject *res);

static PyModuleDef_Slot if_inside_initialiser_slots[] = {
    {Py_mod_exec, if_inside_initialiser_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef intervalmodule = {
    PyModuleDef_HEAD_INIT,
    "if_inside_initialiser",
    "Intervals",
    sizeof(if_inside_initialiser_state),
    functions,
    if_inside_initialiser_slots, if_inside_initialiser_traverse, if_inside_initialiser_clear,
    if_inside_initialiser_free
};

static int if_inside_initialiser_exec(PyObject *res) {
    if_inside_initialiser_state *state = get_if_inside_initialiser_state(res);

    state->pyInterval = (PyTypeObject *)PyType_FromModuleAndSpec(res, &pyInterval_spec, NULL);
    if(state->pyInterval == NULL) return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->pyInterval->tp_new = NULL;
#endif

    Py_INCREF(state->pyInterval);
    PyModule_AddObject(res, "pyInterval", (PyObject *) state->pyInterval);
    state->intervalError = PyErr_NewException("if_inside_initialiser.IntervalError",
                                              PyExc_ValueError, NULL);
    if(!state->intervalError) return -1;
    Py_INCREF(state->intervalError);
    PyModule_AddObject(res, "IntervalError", state->intervalError);
    return 0;
}

PyMODINIT_FUNC PyInit_if_inside_initialiser(void) {
    return PyModuleDef_Init(&intervalmodule);
}
