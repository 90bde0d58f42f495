#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Rational numbers as plain pairs, and functions that take them apart. */

typedef struct {
    PyObject_HEAD
    long numerator;
    long denominator;
} Fraction;

static PyTypeObject FractionType;
static PyTypeObject RounderType;

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
fraction_make(long numerator, long denominator)
{
    Fraction *self;
    long divisor;

    if (denominator == 0) {
        PyErr_SetNone(PyExc_ZeroDivisionError);
        return NULL;
    }
    divisor = gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
    self = PyObject_New(Fraction, &FractionType);
    if (self == NULL)
        return NULL;
    self->numerator = numerator / divisor;
    self->denominator = denominator / divisor;
    return (PyObject *)self;
}

static PyObject *
fraction_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    long numerator, denominator = 1;

    if (!PyArg_ParseTuple(args, "l|l:Fraction", &numerator, &denominator))
        return NULL;
    return fraction_make(numerator, denominator);
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
    Fraction *a, *b;

    if (!PyArg_ParseTuple(args, "O!O!:mediant", &FractionType, &a, &FractionType, &b))
        return NULL;
    return fraction_make(a->numerator + b->numerator, a->denominator + b->denominator);
}

static PyObject *
scale(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *keywords[] = {"fraction", "by", "rounder", NULL};
    Fraction *fraction;
    PyObject *rounder = NULL;
    long by = 1;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|l$O!:scale", keywords,
                                     &FractionType, &fraction,
                                     &by,
                                     &RounderType, &rounder))
        return NULL;
    if (rounder != NULL)
        return PyLong_FromLong(fraction->numerator * by / fraction->denominator);
    return fraction_make(fraction->numerator * by, fraction->denominator);
}

/* "O" and "N" in Py_BuildValue */
static PyObject *
describe(PyObject *module, PyObject *object)
{
    if (!PyObject_TypeCheck(object, &FractionType))
        return Py_BuildValue("(sO)", "foreign", Py_TYPE(object));
    return Py_BuildValue("(sOl)", "ours", &FractionType, ((Fraction *)object)->denominator);
}

static PyTypeObject FractionType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "parse_tuple_with_type.Fraction",
    .tp_basicsize = sizeof(Fraction),
    .tp_repr = (reprfunc)fraction_repr,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = fraction_new,
};

static PyTypeObject RounderType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "parse_tuple_with_type.Rounder",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef functions[] = {
    {"mediant", mediant, METH_VARARGS, NULL},
    {"scale", (PyCFunction)scale, METH_VARARGS | METH_KEYWORDS, NULL},
    {"describe", describe, METH_O, NULL},
    {NULL}
};

static struct PyModuleDef fractions = {
    PyModuleDef_HEAD_INIT, "parse_tuple_with_type", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_parse_tuple_with_type(void)
{
    PyObject *m;

    if (PyType_Ready(&FractionType) < 0)
        return NULL;
    if (PyType_Ready(&RounderType) < 0)
        return NULL;
    m = PyModule_Create(&fractions);
    if (m == NULL)
        return NULL;
    Py_INCREF(&FractionType);
    PyModule_AddObject(m, "Fraction", (PyObject *)&FractionType);
    Py_INCREF(&RounderType);
    PyModule_AddObject(m, "Rounder", (PyObject *)&RounderType);
    return m;
}
