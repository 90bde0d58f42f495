#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    Py_ssize_t start;
    Py_ssize_t stop;
} Span;

typedef struct {
    PyTypeObject *Span_Type;
    PyObject *EmptyError;
} results_without_the_state_state;

static inline results_without_the_state_state *
get_results_without_the_state_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (results_without_the_state_state *)state;
}

static inline results_without_the_state_state *
get_results_without_the_state_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (results_without_the_state_state *)state;
}

#define Span_Check(state, op) PyObject_TypeCheck((op), (state)->Span_Type)

static PyObject *
make_span(results_without_the_state_state *state, Py_ssize_t start, Py_ssize_t stop)
{
    Span *self;

    if (start > stop) {
        PyErr_Format(state->EmptyError, "%zd to %zd", start, stop);
        return NULL;
    }
    self = (Span *)state->Span_Type->tp_alloc(state->Span_Type, 0);
    if (self != NULL) {
        self->start = start;
        self->stop = stop;
    }
    return (PyObject *)self;
}

static PyObject *
Span_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    results_without_the_state_state *state =
        get_results_without_the_state_state_by_type(type);
    Py_ssize_t start, stop;

    if (!PyArg_ParseTuple(args, "nn", &start, &stop)) {
        return NULL;
    }
    return make_span(state, start, stop);
}

/* An index answers at once, anything else takes longer. */
static PyObject *
Span_subscript(Span *self, PyObject *item)
{
    results_without_the_state_state *state;

    if (PyIndex_Check(item)) {
        Py_ssize_t index = PyNumber_AsSsize_t(item, PyExc_IndexError);

        if (index == -1 && PyErr_Occurred()) {
            return NULL;
        }
        return PyLong_FromSsize_t(self->start + index);
    }

    state = get_results_without_the_state_state_by_type(Py_TYPE(self));

    /* part of a span */
    if (PySlice_Check(item)) {
        Py_ssize_t start, stop, step;

        if (PySlice_Unpack(item, &start, &stop, &step) < 0) {
            return NULL;
        }
        PySlice_AdjustIndices(self->stop - self->start, &start, &stop, step);
        return make_span(state, self->start + start, self->start + stop);
    }
    if (Span_Check(state, item)) {
        Span *other = (Span *)item;

        return make_span(state, Py_MAX(self->start, other->start),
                         Py_MIN(self->stop, other->stop));
    }
    PyErr_SetString(PyExc_TypeError, "not an index");
    return NULL;
}

/* Only failures come first here. */
static PyObject *
Span_shift(PyObject *op, PyObject *by)
{
    results_without_the_state_state *state =
        get_results_without_the_state_state_by_type(Py_TYPE(op));
    Span *self = (Span *)op;
    Py_ssize_t distance = PyLong_AsSsize_t(by);

    if (distance == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return make_span(state, self->start + distance, self->stop + distance);
}

/* A goto leads past what would stand after the first answer. */
static PyObject *
Span_half(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    results_without_the_state_state *state =
        get_results_without_the_state_state_by_type(Py_TYPE(op));
    Span *self = (Span *)op;
    Py_ssize_t half = (self->stop - self->start) / 2;

    if (half > 100) {
        if (half % 2) {
            goto made;
        }
        return PyLong_FromSsize_t(half);
    }
    half += self->start;
    if (half == 0) {
        Py_RETURN_NONE;
    }
made:
    return make_span(state, self->start, half);
}

/* Nor is the way the same in each build. */
static PyObject *
Span_double(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    results_without_the_state_state *state =
        get_results_without_the_state_state_by_type(Py_TYPE(op));
    Span *self = (Span *)op;

#ifdef WITH_SHORT_SPANS
    if (self->stop == self->start) {
        return Py_BuildValue("n", self->start);
    }
#endif
    return make_span(state, self->start, self->stop + (self->stop - self->start));
}

static PyMethodDef Span_methods[] = {
    {"shift", Span_shift, METH_O, NULL},
    {"half", Span_half, METH_NOARGS, NULL},
    {"double", Span_double, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *
Span_repr(Span *self)
{
    return PyUnicode_FromFormat("Span(%zd, %zd)", self->start, self->stop);
}

static PyType_Slot Span_slots[] = {
    {Py_tp_new, Span_new},
    {Py_tp_repr, Span_repr},
    {Py_tp_methods, Span_methods},
    {Py_mp_subscript, Span_subscript},
    {0, NULL},
};

static PyType_Spec Span_spec = {
    .name = "results_without_the_state.Span",
    .basicsize = sizeof(Span),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Span_slots,
};

static int
results_without_the_state_traverse(PyObject *module, visitproc visit, void *arg)
{
    results_without_the_state_state *state = get_results_without_the_state_state(module);
    Py_VISIT(state->Span_Type);
    Py_VISIT(state->EmptyError);
    return 0;
}

static int
results_without_the_state_clear(PyObject *module)
{
    results_without_the_state_state *state = get_results_without_the_state_state(module);
    Py_CLEAR(state->Span_Type);
    Py_CLEAR(state->EmptyError);
    return 0;
}

static void
results_without_the_state_free(void *module)
{
    results_without_the_state_clear((PyObject *)module);
}

static int results_without_the_state_exec(PyObject *module);

static PyModuleDef_Slot results_without_the_state_slots[] = {
    {Py_mod_exec, results_without_the_state_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "results_without_the_state",
    .m_size = sizeof(results_without_the_state_state),
    .m_traverse = results_without_the_state_traverse,
    .m_clear = results_without_the_state_clear,
    .m_free = results_without_the_state_free,
    .m_slots = results_without_the_state_slots,
};

static int
results_without_the_state_exec(PyObject *module)
{
    results_without_the_state_state *state = get_results_without_the_state_state(module);

    state->Span_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Span_spec, NULL);
    if (state->Span_Type == NULL) {
        return -1;
    }
    state->EmptyError = PyErr_NewException("results_without_the_state.EmptyError",
                                           PyExc_ValueError, NULL);
    if (state->EmptyError == NULL) {
        return -1;
    }
    Py_INCREF(state->EmptyError);
    if (PyModule_AddObject(module, "EmptyError", state->EmptyError) < 0) {
        Py_DECREF(state->EmptyError);
        return -1;
    }
    Py_INCREF(state->Span_Type);
    if (PyModule_AddObject(module, "Span", (PyObject *)state->Span_Type) < 0) {
        Py_DECREF(state->Span_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_results_without_the_state(void)
{
    return PyModuleDef_Init(&module_def);
}
