#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Rational numbers as plain pairs, and functions that take them apart. */

typedef struct {
    PyObject_HEAD
    long numerator;
    long denominator;
} Fraction;

typedef struct {
    PyTypeObject *FractionType;
    PyTypeObject *RounderType;
} parse_tuple_with_type_state;

static inline parse_tuple_with_type_state *
get_parse_tuple_with_type_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (parse_tuple_with_type_state *)state;
}

static inline parse_tuple_with_type_state *
get_parse_tuple_with_type_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (parse_tuple_with_type_state *)state;
}

static long
gcd(long a, long b)
{
    while (b != 0) {
        long rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static PyObject *
fraction_make(parse_tuple_with_type_state *state, long numerator, long denominator)
{
    Fraction *self;
    long divisor;

    if (denominator == 0) {
        PyErr_SetNone(PyExc_ZeroDivisionError);
        return NULL;
    }
    divisor = gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
    self = (Fraction *)state->FractionType->tp_alloc(state->FractionType, 0);
    if (self == NULL)
        return NULL;
    self->numerator = numerator / divisor;
    self->denominator = denominator / divisor;
    return (PyObject *)self;
}

static PyObject *
fraction_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    parse_tuple_with_type_state *state = get_parse_tuple_with_type_state_by_type(type);
    long numerator, denominator = 1;

    if (!PyArg_ParseTuple(args, "l|l:Fraction", &numerator, &denominator))
        return NULL;
    return fraction_make(state, numerator, denominator);
}

static PyObject *
fraction_repr(Fraction *self)
{
    return PyUnicode_FromFormat("%ld/%ld", self->numerator, self->denominator);
}

/* mediant(a, b): "O!" twice, with the type's address as an argument */
static PyObject *
mediant(PyObject *module, PyObject *args)
{
    parse_tuple_with_type_state *state = get_parse_tuple_with_type_state(module);
    Fraction *a, *b;

    if (!PyArg_ParseTuple(args, "O!O!:mediant", state->FractionType, &a,
                          state->FractionType, &b))
        return NULL;
    return fraction_make(state, a->numerator + b->numerator,
                         a->denominator + b->denominator);
}

static PyObject *
scale(PyObject *module, PyObject *args, PyObject *kwargs)
{
    parse_tuple_with_type_state *state = get_parse_tuple_with_type_state(module);
    static char *keywords[] = {"fraction", "by", "rounder", NULL};
    Fraction *fraction;
    PyObject *rounder = NULL;
    long by = 1;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|l$O!:scale", keywords,
                                     state->FractionType, &fraction,
                                     &by,
                                     state->RounderType, &rounder))
        return NULL;
    if (rounder != NULL)
        return PyLong_FromLong(fraction->numerator * by / fraction->denominator);
    return fraction_make(state, fraction->numerator * by, fraction->denominator);
}

/* "O" and "N" in Py_BuildValue */
static PyObject *
describe(PyObject *module, PyObject *object)
{
    parse_tuple_with_type_state *state = get_parse_tuple_with_type_state(module);

    if (!PyObject_TypeCheck(object, state->FractionType))
        return Py_BuildValue("(sO)", "foreign", Py_TYPE(object));
    return Py_BuildValue("(sOl)", "ours", state->FractionType,
                         ((Fraction *)object)->denominator);
}

static PyType_Slot Fraction_slots[] = {
    {Py_tp_repr, fraction_repr},
    {Py_tp_new, fraction_new},
    {0, NULL},
};

static PyType_Spec Fraction_spec = {
    .name = "parse_tuple_with_type.Fraction",
    .basicsize = sizeof(Fraction),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Fraction_slots,
};

static PyType_Slot Rounder_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Rounder_spec = {
    .name = "parse_tuple_with_type.Rounder",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Rounder_slots,
};

static PyMethodDef functions[] = {
    {"mediant", mediant, METH_VARARGS, NULL},
    {"scale", (PyCFunction)scale, METH_VARARGS | METH_KEYWORDS, NULL},
    {"describe", describe, METH_O, NULL},
    {NULL}
};

static int
parse_tuple_with_type_traverse(PyObject *module, visitproc visit, void *arg)
{
    parse_tuple_with_type_state *state = get_parse_tuple_with_type_state(module);
    Py_VISIT(state->FractionType);
    Py_VISIT(state->RounderType);
    return 0;
}

static int
parse_tuple_with_type_clear(PyObject *module)
{
    parse_tuple_with_type_state *state = get_parse_tuple_with_type_state(module);
    Py_CLEAR(state->FractionType);
    Py_CLEAR(state->RounderType);
    return 0;
}

static void
parse_tuple_with_type_free(void *module)
{
    parse_tuple_with_type_clear((PyObject *)module);
}

static int parse_tuple_with_type_exec(PyObject *m);

static PyModuleDef_Slot parse_tuple_with_type_slots[] = {
    {Py_mod_exec, parse_tuple_with_type_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef fractions = {
    PyModuleDef_HEAD_INIT, "parse_tuple_with_type", NULL,
    sizeof(parse_tuple_with_type_state), functions,
    parse_tuple_with_type_slots, parse_tuple_with_type_traverse,
    parse_tuple_with_type_clear, parse_tuple_with_type_free
};

static int
parse_tuple_with_type_exec(PyObject *m)
{
    parse_tuple_with_type_state *state = get_parse_tuple_with_type_state(m);

    state->FractionType =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Fraction_spec, NULL);
    if (state->FractionType == NULL)
        return -1;
    state->RounderType =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Rounder_spec, NULL);
    if (state->RounderType == NULL)
        return -1;
    Py_INCREF(state->FractionType);
    PyModule_AddObject(m, "Fraction", (PyObject *)state->FractionType);
    Py_INCREF(state->RounderType);
    PyModule_AddObject(m, "Rounder", (PyObject *)state->RounderType);
    return 0;
}

PyMODINIT_FUNC
PyInit_parse_tuple_with_type(void)
{
    return PyModuleDef_Init(&fractions);
}
