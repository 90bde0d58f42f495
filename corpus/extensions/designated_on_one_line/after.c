#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

typedef struct {
    PyTypeObject *RangeType;
} designated_on_one_line_state;

static inline designated_on_one_line_state *get_designated_on_one_line_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (designated_on_one_line_state *)state;
}

static inline designated_on_one_line_state *get_designated_on_one_line_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (designated_on_one_line_state *)state;
}

static PyType_Slot Range_slots[] = {
    {Py_tp_doc, "Range(low, high)"},
    {Py_tp_new, RangeType_new},
    {Py_tp_members, Range_members},
    {Py_tp_richcompare, Range_richcompare},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_sq_contains, Range_contains},
    {0, NULL},
};

static PyType_Spec Range_spec = {
    .name = "designated_on_one_line.Range",
    .basicsize = sizeof(Range),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Range_slots,
};

static PyType_Slot Marker_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Marker_spec = {
    .name = "designated_on_one_line.Marker",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Marker_slots,
};

static PyObject *Range_richcompare(PyObject *left, PyObject *right, int op)
{
    designated_on_one_line_state *state = get_designated_on_one_line_state_by_type(Py_TYPE(left));
    Range *a = (Range *)left, *b = (Range *)right;

    if (Py_TYPE(right) != state->RangeType || (op != Py_EQ && op != Py_NE)) Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong((a->low == b->low && a->high == b->high) == (op == Py_EQ));
}

static int designated_on_one_line_traverse(PyObject *module, visitproc visit, void *arg)
{
    designated_on_one_line_state *state = get_designated_on_one_line_state(module);
    Py_VISIT(state->RangeType);
    return 0;
}

static int designated_on_one_line_clear(PyObject *module)
{
    designated_on_one_line_state *state = get_designated_on_one_line_state(module);
    Py_CLEAR(state->RangeType);
    return 0;
}

static void designated_on_one_line_free(void *module)
{
    designated_on_one_line_clear((PyObject *)module);
}

static int designated_on_one_line_exec(PyObject *m);

static PyModuleDef_Slot designated_on_one_line_slots[] = {
    {Py_mod_exec, designated_on_one_line_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef module_def = {PyModuleDef_HEAD_INIT, .m_name = "designated_on_one_line", .m_size = sizeof(designated_on_one_line_state),
    .m_traverse = designated_on_one_line_traverse, .m_clear = designated_on_one_line_clear,
    .m_free = designated_on_one_line_free,
    .m_slots = designated_on_one_line_slots};

static int designated_on_one_line_exec(PyObject *m)
{
    designated_on_one_line_state *state = get_designated_on_one_line_state(m);

    state->RangeType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Range_spec, NULL);
    if (state->RangeType == NULL) return -1;
    PyTypeObject *MarkerType = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Marker_spec, NULL);
    if (MarkerType == NULL) return -1;
    Py_INCREF(state->RangeType); Py_INCREF(MarkerType);
    if (PyModule_AddObject(m, "Range", (PyObject *)state->RangeType) < 0 || PyModule_AddObject(m, "Marker", (PyObject *)MarkerType) < 0) { Py_DECREF(MarkerType); return -1; }
    Py_DECREF(MarkerType);
    return 0;
}

PyMODINIT_FUNC PyInit_designated_on_one_line(void)
{
    return PyModuleDef_Init(&module_def);
}
