#include <Python.h>

typedef struct {
    PyObject_HEAD
    Py_ssize_t start;
    Py_ssize_t stop;
} Span;

static PyTypeObject Span_Type;
static PyObject *EmptyError;

#define Span_Check(op) PyObject_TypeCheck((op), &Span_Type)

static PyObject *
make_span(Py_ssize_t start, Py_ssize_t stop)
{
    Span *self;

    if (start > stop) {
        PyErr_Format(EmptyError, "%zd to %zd", start, stop);
        return NULL;
    }
    self = PyObject_New(Span, &Span_Type);
    if (self != NULL) {
        self->start = start;
        self->stop = stop;
    }
    return (PyObject *)self;
}

static PyObject *
Span_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Py_ssize_t start, stop;

    if (!PyArg_ParseTuple(args, "nn", &start, &stop)) {
        return NULL;
    }
    return make_span(start, stop);
}

/* An index answers at once, anything else takes longer. */
static PyObject *
Span_subscript(Span *self, PyObject *item)
{
    if (PyIndex_Check(item)) {
        Py_ssize_t index = PyNumber_AsSsize_t(item, PyExc_IndexError);

        if (index == -1 && PyErr_Occurred()) {
            return NULL;
        }
        return PyLong_FromSsize_t(self->start + index);
    }

    /* part of a span */
    if (PySlice_Check(item)) {
        Py_ssize_t start, stop, step;

        if (PySlice_Unpack(item, &start, &stop, &step) < 0) {
            return NULL;
        }
        PySlice_AdjustIndices(self->stop - self->start, &start, &stop, step);
        return make_span(self->start + start, self->start + stop);
    }
    if (Span_Check(item)) {
        Span *other = (Span *)item;

        return make_span(Py_MAX(self->start, other->start), Py_MIN(self->stop, other->stop));
    }
    PyErr_SetString(PyExc_TypeError, "not an index");
    return NULL;
}

/* Only failures come first here. */
static PyObject *
Span_shift(PyObject *op, PyObject *by)
{
    Span *self = (Span *)op;
    Py_ssize_t distance = PyLong_AsSsize_t(by);

    if (distance == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return make_span(self->start + distance, self->stop + distance);
}

/* A goto leads past what would stand after the first answer. */
static PyObject *
Span_half(PyObject *op, PyObject *Py_UNUSED(ignored))
{
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
    return make_span(self->start, half);
}

/* Nor is the way the same in each build. */
static PyObject *
Span_double(PyObject *op, PyObject *Py_UNUSED(ignored))
{
    Span *self = (Span *)op;

#ifdef WITH_SHORT_SPANS
    if (self->stop == self->start) {
        return Py_BuildValue("n", self->start);
    }
#endif
    return make_span(self->start, self->stop + (self->stop - self->start));
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

static PyMappingMethods Span_as_mapping = {
    .mp_subscript = (binaryfunc)Span_subscript,
};

static PyTypeObject Span_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "results_without_the_state.Span",
    .tp_basicsize = sizeof(Span),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = Span_new,
    .tp_repr = (reprfunc)Span_repr,
    .tp_as_mapping = &Span_as_mapping,
    .tp_methods = Span_methods,
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "results_without_the_state",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_results_without_the_state(void)
{
    PyObject *module;

    if (PyType_Ready(&Span_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_def);
    if (module == NULL) {
        return NULL;
    }
    EmptyError = PyErr_NewException("results_without_the_state.EmptyError", PyExc_ValueError, NULL);
    if (EmptyError == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(EmptyError);
    if (PyModule_AddObject(module, "EmptyError", EmptyError) < 0) {
        Py_DECREF(EmptyError);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Span_Type);
    if (PyModule_AddObject(module, "Span", (PyObject *)&Span_Type) < 0) {
        Py_DECREF(&Span_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
