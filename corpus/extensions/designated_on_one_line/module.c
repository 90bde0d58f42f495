#include <Python.h>
#include <structmember.h>

// Formatted by a tool that likes full lines.

typedef struct {
    PyObject_HEAD double low, high;
} Range;

static PyObject *RangeType_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *keywords[] = {"low", "high", NULL};
    Range *self = (Range *)type->tp_alloc(type, 0);

    if (self && !PyArg_ParseTupleAndKeywords(args, kwargs, "dd", keywords, &self->low, &self->high)) Py_CLEAR(self);
    return (PyObject *)self;
}

static int Range_contains(PyObject *op, PyObject *value)
{
    Range *self = (Range *)op;
    double number = PyFloat_AsDouble(value);

    if (number == -1.0 && PyErr_Occurred()) return -1;
    return self->low <= number && number <= self->high;
}

static PyObject *Range_richcompare(PyObject *left, PyObject *right, int op);

static PyMemberDef Range_members[] = {{"low", T_DOUBLE, offsetof(Range, low), READONLY, NULL}, {"high", T_DOUBLE, offsetof(Range, high), READONLY, NULL}, {NULL}};

static PySequenceMethods Range_as_sequence = {.sq_contains = Range_contains};

static PyTypeObject RangeType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "designated_on_one_line.Range", .tp_basicsize = sizeof(Range), .tp_flags = Py_TPFLAGS_DEFAULT, .tp_doc = "Range(low, high)",
    .tp_new = RangeType_new, .tp_members = Range_members, .tp_as_sequence = &Range_as_sequence, .tp_richcompare = Range_richcompare, .tp_hash = PyObject_HashNotImplemented};

static PyTypeObject MarkerType = {PyVarObject_HEAD_INIT(NULL, 0).tp_name = "designated_on_one_line.Marker", .tp_basicsize = sizeof(PyObject), .tp_flags = Py_TPFLAGS_DEFAULT, .tp_new = PyType_GenericNew};

static PyObject *Range_richcompare(PyObject *left, PyObject *right, int op)
{
    Range *a = (Range *)left, *b = (Range *)right;

    if (Py_TYPE(right) != &RangeType || (op != Py_EQ && op != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong((a->low == b->low && a->high == b->high) == (op == Py_EQ));
}

static PyModuleDef module_def = {PyModuleDef_HEAD_INIT, .m_name = "designated_on_one_line", .m_size = -1};

PyMODINIT_FUNC PyInit_designated_on_one_line(void)
{
    PyObject *m = NULL;

    if (PyType_Ready(&RangeType) < 0 || PyType_Ready(&MarkerType) < 0 || !(m = PyModule_Create(&module_def))) return NULL;
    Py_INCREF(&RangeType); Py_INCREF(&MarkerType);
    if (PyModule_AddObject(m, "Range", (PyObject *)&RangeType) < 0 || PyModule_AddObject(m, "Marker", (PyObject *)&MarkerType) < 0) { Py_DECREF(m); return NULL; }
    return m;
}
