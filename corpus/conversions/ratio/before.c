#include <Python.h>

typedef struct {
    PyObject_HEAD
    long num;
    long den;
} RatioObject;

static PyTypeObject Ratio_Type;

static long
gcd(long a, long b)
{
    while (b != 0) {
        long t = a % b;
        a = b;
        b = t;
    }
    return a < 0 ? -a : a;
}

static PyObject *
make_ratio(PyTypeObject *type, long num, long den)
{
    if (den == 0) {
        PyErr_SetString(PyExc_ZeroDivisionError, "denominator is zero");
        return NULL;
    }
    long d = gcd(num, den);
    if (den < 0) {
        d = -d;
    }
    RatioObject *self = (RatioObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->num = num / d;
    self->den = den / d;
    return (PyObject *)self;
}

static PyObject *
Ratio_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    static char *kwlist[] = {"num", "den", NULL};
    long num, den = 1;

    if (!PyArg_ParseTupleAndKeywords(args, kwds, "l|l:Ratio", kwlist,
                                     &num, &den)) {
        return NULL;
    }
    return make_ratio(type, num, den);
}

static void
Ratio_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

static PyObject *
Ratio_repr(RatioObject *self)
{
    return PyUnicode_FromFormat("Ratio(%ld, %ld)", self->num, self->den);
}

static Py_hash_t
Ratio_hash(RatioObject *self)
{
    Py_hash_t hash = (Py_hash_t)(self->num * 1000003L ^ self->den);
    return hash == -1 ? -2 : hash;
}

/* 1: converted, 0: not a number of ours, -1: error */
static int
as_parts(PyObject *op, long *num, long *den)
{
    if (PyObject_TypeCheck(op, &Ratio_Type)) {
        *num = ((RatioObject *)op)->num;
        *den = ((RatioObject *)op)->den;
        return 1;
    }
    if (PyLong_Check(op)) {
        *num = PyLong_AsLong(op);
        *den = 1;
        return *num == -1 && PyErr_Occurred() ? -1 : 1;
    }
    return 0;
}

static int
both_parts(PyObject *left, PyObject *right, long *a, long *b, long *c, long *d)
{
    int rc = as_parts(left, a, b);
    return rc <= 0 ? rc : as_parts(right, c, d);
}

static PyObject *
Ratio_richcompare(PyObject *self, PyObject *other, int op)
{
    long a, b, c, d;
    int rc = both_parts(self, other, &a, &b, &c, &d);
    if (rc < 0) {
        return NULL;
    }
    if (rc == 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    Py_RETURN_RICHCOMPARE(a * d, c * b, op);
}

static PyObject *
Ratio_add(PyObject *left, PyObject *right)
{
    long a, b, c, d;
    int rc = both_parts(left, right, &a, &b, &c, &d);
    if (rc < 0) {
        return NULL;
    }
    if (rc == 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return make_ratio(&Ratio_Type, a * d + c * b, b * d);
}

static PyObject *
Ratio_multiply(PyObject *left, PyObject *right)
{
    long a, b, c, d;
    int rc = both_parts(left, right, &a, &b, &c, &d);
    if (rc < 0) {
        return NULL;
    }
    if (rc == 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return make_ratio(&Ratio_Type, a * c, b * d);
}

static PyObject *
Ratio_power(PyObject *left, PyObject *right, PyObject *modulo)
{
    long a, b, c, d;
    long num = 1, den = 1;

    if (modulo != Py_None) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    int rc = both_parts(left, right, &a, &b, &c, &d);
    if (rc < 0) {
        return NULL;
    }
    if (rc == 0 || d != 1 || c < 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    while (c-- > 0) {
        num *= a;
        den *= b;
    }
    return make_ratio(&Ratio_Type, num, den);
}

static PyObject *
Ratio_negative(RatioObject *self)
{
    return make_ratio(&Ratio_Type, -self->num, self->den);
}

static int
Ratio_bool(RatioObject *self)
{
    return self->num != 0;
}

static PyObject *
Ratio_inverse(RatioObject *self, PyObject *Py_UNUSED(ignored))
{
    return make_ratio(&Ratio_Type, self->den, self->num);
}

static PyObject *
Ratio_reduce(RatioObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("O(ll)", Py_TYPE(self), self->num, self->den);
}

static PyNumberMethods Ratio_as_number = {
    .nb_add = Ratio_add,
    .nb_multiply = Ratio_multiply,
    .nb_power = Ratio_power,
    .nb_negative = (unaryfunc)Ratio_negative,
    .nb_bool = (inquiry)Ratio_bool,
};

static PyMethodDef Ratio_methods[] = {
    {"inverse", (PyCFunction)Ratio_inverse, METH_NOARGS,
     "inverse($self, /)\n--\n\nReturn one divided by the ratio."},
    {"__reduce__", (PyCFunction)Ratio_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

PyDoc_STRVAR(Ratio_doc,
"Ratio(num, den=1)\n--\n\n"
"A ratio of two integers.");

static PyTypeObject Ratio_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "ratio.Ratio",
    .tp_basicsize = sizeof(RatioObject),
    .tp_dealloc = Ratio_dealloc,
    .tp_repr = (reprfunc)Ratio_repr,
    .tp_as_number = &Ratio_as_number,
    .tp_hash = (hashfunc)Ratio_hash,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = Ratio_doc,
    .tp_richcompare = Ratio_richcompare,
    .tp_methods = Ratio_methods,
    .tp_new = Ratio_new,
};

static struct PyModuleDef ratio_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ratio",
    .m_doc = "Small exact ratios.",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_ratio(void)
{
    PyObject *module = PyModule_Create(&ratio_module);
    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Ratio_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Ratio_Type);
    if (PyModule_AddObject(module, "Ratio", (PyObject *)&Ratio_Type) < 0) {
        Py_DECREF(&Ratio_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
