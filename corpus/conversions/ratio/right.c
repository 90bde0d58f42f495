#include <Python.h>

#ifndef Py_TPFLAGS_IMMUTABLETYPE
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long num;
    long den;
} RatioObject;

typedef struct {
    PyTypeObject *Ratio_Type;
} ratio_state;

static inline ratio_state *
get_ratio_state(PyObject *module)
{
    return (ratio_state *)PyModule_GetState(module);
}

static struct PyModuleDef ratio_module;

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
get_module_by_def(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;

    for (Py_ssize_t i = 0; mro != NULL && i < PyTuple_GET_SIZE(mro); i++) {
        PyTypeObject *super = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (!PyType_HasFeature(super, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *module = PyType_GetModule(super);
        if (module == NULL) {
            PyErr_Clear();
            continue;
        }
        if (PyModule_GetDef(module) == def) {
            return module;
        }
    }
    PyErr_Format(PyExc_TypeError, "no module of '%s' found", type->tp_name);
    return NULL;
}
#else
#  define get_module_by_def PyType_GetModuleByDef
#endif

static ratio_state *
get_ratio_state_by_type(PyTypeObject *type)
{
    PyObject *module = get_module_by_def(type, &ratio_module);
    return module == NULL ? NULL : get_ratio_state(module);
}

/* Either operand of a binary slot may be the one that is ours. */
static ratio_state *
get_ratio_state_by_types(PyTypeObject *left, PyTypeObject *right)
{
    if (PyType_HasFeature(left, Py_TPFLAGS_HEAPTYPE)) {
        ratio_state *state = get_ratio_state_by_type(left);
        if (state != NULL) {
            return state;
        }
        PyErr_Clear();
    }
    return get_ratio_state_by_type(right);
}

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
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
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
as_parts(ratio_state *state, PyObject *op, long *num, long *den)
{
    if (PyObject_TypeCheck(op, state->Ratio_Type)) {
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
both_parts(ratio_state *state, PyObject *left, PyObject *right,
           long *a, long *b, long *c, long *d)
{
    int rc = as_parts(state, left, a, b);
    return rc <= 0 ? rc : as_parts(state, right, c, d);
}

static PyObject *
Ratio_richcompare(PyObject *self, PyObject *other, int op)
{
    long a, b, c, d;
    ratio_state *state = get_ratio_state_by_type(Py_TYPE(self));
    if (state == NULL) {
        return NULL;
    }
    int rc = both_parts(state, self, other, &a, &b, &c, &d);
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
    ratio_state *state = get_ratio_state_by_types(Py_TYPE(left),
                                                  Py_TYPE(right));
    if (state == NULL) {
        return NULL;
    }
    int rc = both_parts(state, left, right, &a, &b, &c, &d);
    if (rc < 0) {
        return NULL;
    }
    if (rc == 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return make_ratio(state->Ratio_Type, a * d + c * b, b * d);
}

static PyObject *
Ratio_multiply(PyObject *left, PyObject *right)
{
    long a, b, c, d;
    ratio_state *state = get_ratio_state_by_types(Py_TYPE(left),
                                                  Py_TYPE(right));
    if (state == NULL) {
        return NULL;
    }
    int rc = both_parts(state, left, right, &a, &b, &c, &d);
    if (rc < 0) {
        return NULL;
    }
    if (rc == 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return make_ratio(state->Ratio_Type, a * c, b * d);
}

static PyObject *
Ratio_power(PyObject *left, PyObject *right, PyObject *modulo)
{
    long a, b, c, d;
    long num = 1, den = 1;

    if (modulo != Py_None) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    ratio_state *state = get_ratio_state_by_types(Py_TYPE(left),
                                                  Py_TYPE(right));
    if (state == NULL) {
        return NULL;
    }
    int rc = both_parts(state, left, right, &a, &b, &c, &d);
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
    return make_ratio(state->Ratio_Type, num, den);
}

static PyObject *
Ratio_negative(RatioObject *self)
{
    ratio_state *state = get_ratio_state_by_type(Py_TYPE(self));
    if (state == NULL) {
        return NULL;
    }
    return make_ratio(state->Ratio_Type, -self->num, self->den);
}

static int
Ratio_bool(RatioObject *self)
{
    return self->num != 0;
}

static PyObject *
Ratio_inverse(RatioObject *self, PyObject *Py_UNUSED(ignored))
{
    ratio_state *state = get_ratio_state_by_type(Py_TYPE(self));
    if (state == NULL) {
        return NULL;
    }
    return make_ratio(state->Ratio_Type, self->den, self->num);
}

static PyObject *
Ratio_reduce(RatioObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("O(ll)", Py_TYPE(self), self->num, self->den);
}

static PyMethodDef Ratio_methods[] = {
    {"inverse", (PyCFunction)Ratio_inverse, METH_NOARGS,
     "inverse($self, /)\n--\n\nReturn one divided by the ratio."},
    {"__reduce__", (PyCFunction)Ratio_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

PyDoc_STRVAR(Ratio_doc,
"Ratio(num, den=1)\n--\n\n"
"A ratio of two integers.");

static PyType_Slot Ratio_slots[] = {
    {Py_tp_dealloc, Ratio_dealloc},
    {Py_tp_repr, Ratio_repr},
    {Py_nb_add, Ratio_add},
    {Py_nb_multiply, Ratio_multiply},
    {Py_nb_power, Ratio_power},
    {Py_nb_negative, Ratio_negative},
    {Py_nb_bool, Ratio_bool},
    {Py_tp_hash, Ratio_hash},
    {Py_tp_doc, (void *)Ratio_doc},
    {Py_tp_richcompare, Ratio_richcompare},
    {Py_tp_methods, Ratio_methods},
    {Py_tp_new, Ratio_new},
    {0, NULL}
};

static PyType_Spec Ratio_spec = {
    .name = "ratio.Ratio",
    .basicsize = sizeof(RatioObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Ratio_slots,
};

static int
ratio_exec(PyObject *module)
{
    ratio_state *state = get_ratio_state(module);

    state->Ratio_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Ratio_spec, NULL);
    if (state->Ratio_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Ratio_Type);
    if (PyModule_AddObject(module, "Ratio",
                           (PyObject *)state->Ratio_Type) < 0) {
        Py_DECREF(state->Ratio_Type);
        return -1;
    }
    return 0;
}

static int
ratio_traverse(PyObject *module, visitproc visit, void *arg)
{
    ratio_state *state = get_ratio_state(module);

    Py_VISIT(state->Ratio_Type);
    return 0;
}

static int
ratio_clear(PyObject *module)
{
    ratio_state *state = get_ratio_state(module);

    Py_CLEAR(state->Ratio_Type);
    return 0;
}

static void
ratio_free(void *module)
{
    ratio_clear((PyObject *)module);
}

static PyModuleDef_Slot ratio_slots[] = {
    {Py_mod_exec, ratio_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef ratio_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "ratio",
    .m_doc = "Small exact ratios.",
    .m_size = sizeof(ratio_state),
    .m_slots = ratio_slots,
    .m_traverse = ratio_traverse,
    .m_clear = ratio_clear,
    .m_free = ratio_free,
};

PyMODINIT_FUNC
PyInit_ratio(void)
{
    return PyModuleDef_Init(&ratio_module);
}
