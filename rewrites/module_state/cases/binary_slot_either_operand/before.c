#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Integers modulo a prime. */

static const long MODULUS = 10007;

typedef struct {
    PyObject_HEAD
    long value;
} Residue;

static PyTypeObject *ResidueType;

#define Residue_Check(o) PyObject_TypeCheck((o), ResidueType)

static PyObject *residue_from_long(long value)
{
    Residue *self = (Residue *)ResidueType->tp_alloc(ResidueType, 0);
    if (self != NULL) {
        self->value = ((value % MODULUS) + MODULUS) % MODULUS;
    }
    return (PyObject *)self;
}

static PyObject *residue_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    long value;

    if (!PyArg_ParseTuple(args, "l", &value)) {
        return NULL;
    }
    Residue *self = (Residue *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->value = ((value % MODULUS) + MODULUS) % MODULUS;
    }
    return (PyObject *)self;
}

static void residue_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

/* 1: converted; 0: not a number of ours; -1: error */
static int residue_value(PyObject *object, long *value)
{
    if (Residue_Check(object)) {
        *value = ((Residue *)object)->value;
        return 1;
    }
    if (PyLong_Check(object)) {
        *value = PyLong_AsLong(object);
        return *value == -1 && PyErr_Occurred() ? -1 : 1;
    }
    return 0;
}

static PyObject *residue_add(PyObject *left, PyObject *right)
{
    long a, b;
    int found = residue_value(left, &a);

    if (found > 0) {
        found = residue_value(right, &b);
    }
    if (found < 0) {
        return NULL;
    }
    if (found == 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return residue_from_long(a % MODULUS + b % MODULUS);
}

static PyObject *residue_power(PyObject *base, PyObject *exponent, PyObject *modulus)
{
    long a, b, result = 1;
    int found = residue_value(base, &a);

    if (found > 0) {
        found = residue_value(exponent, &b);
    }
    if (found < 0) {
        return NULL;
    }
    if (found == 0 || modulus != Py_None) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    for (a %= MODULUS; b > 0; b >>= 1, a = a * a % MODULUS) {
        if (b & 1) {
            result = result * a % MODULUS;
        }
    }
    return residue_from_long(result);
}

static PyObject *residue_inplace_add(PyObject *self, PyObject *other)
{
    long b;
    int found = residue_value(other, &b);

    if (found < 0) {
        return NULL;
    }
    if (found == 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return residue_from_long(((Residue *)self)->value + b % MODULUS);
}

static PyObject *residue_negative(PyObject *self)
{
    return residue_from_long(-((Residue *)self)->value);
}

static PyObject *residue_int(PyObject *self)
{
    return PyLong_FromLong(((Residue *)self)->value);
}

static PyObject *residue_compare(PyObject *self, PyObject *other, int op)
{
    if (!Residue_Check(other) || (op != Py_EQ && op != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    int same = ((Residue *)self)->value == ((Residue *)other)->value;
    return PyBool_FromLong(same == (op == Py_EQ));
}

static PyType_Slot Residue_slots[] = {
    {Py_tp_new, residue_new},
    {Py_tp_dealloc, residue_dealloc},
    {Py_tp_richcompare, residue_compare},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_nb_add, residue_add},
    {Py_nb_power, residue_power},
    {Py_nb_negative, residue_negative},
    {Py_nb_int, residue_int},
    {Py_nb_inplace_add, residue_inplace_add},
    {0, NULL},
};

static PyType_Spec Residue_spec = {
    .name = "binary_slot_either_operand.Residue",
    .basicsize = sizeof(Residue),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Residue_slots,
};

static PyModuleDef residues = {
    PyModuleDef_HEAD_INIT,
    .m_name = "binary_slot_either_operand",
    .m_doc = "Numbers modulo 10007.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit_binary_slot_either_operand(void)
{
    PyObject *module = PyModule_Create(&residues);
    if (module == NULL) {
        return NULL;
    }

    ResidueType = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Residue_spec, NULL);
    if (ResidueType == NULL) {
        return NULL;
    }
    Py_INCREF(ResidueType);
    if (PyModule_AddObject(module, "Residue", (PyObject *)ResidueType) < 0) {
        Py_DECREF(ResidueType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
