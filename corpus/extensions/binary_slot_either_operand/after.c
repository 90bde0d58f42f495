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

typedef struct {
    PyTypeObject *ResidueType;
} binary_slot_either_operand_state;

static struct PyModuleDef residues;

static inline binary_slot_either_operand_state *
get_binary_slot_either_operand_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (binary_slot_either_operand_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *PyType_GetModuleByDef(PyTypeObject *type,
                                       struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline binary_slot_either_operand_state *
get_binary_slot_either_operand_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &residues);
    assert(module != NULL);
    return get_binary_slot_either_operand_state(module);
}

static inline binary_slot_either_operand_state *
get_binary_slot_either_operand_state_by_types(PyTypeObject *first,
                                              PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(first, &residues);
        if (module != NULL) {
            return get_binary_slot_either_operand_state(module);
        }
        PyErr_Clear();
    }
    return get_binary_slot_either_operand_state_by_type(second);
}

static inline binary_slot_either_operand_state *
get_binary_slot_either_operand_state_by_three_types(
    PyTypeObject *first, PyTypeObject *second, PyTypeObject *third)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(first, &residues);
        if (module != NULL) {
            return get_binary_slot_either_operand_state(module);
        }
        PyErr_Clear();
    }
    return get_binary_slot_either_operand_state_by_types(second, third);
}

#define Residue_Check(state, o) PyObject_TypeCheck((o), (state)->ResidueType)

static PyObject *residue_from_long(binary_slot_either_operand_state *state,
                                   long value)
{
    Residue *self =
        (Residue *)state->ResidueType->tp_alloc(state->ResidueType, 0);
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
static int residue_value(binary_slot_either_operand_state *state,
                         PyObject *object, long *value)
{
    if (Residue_Check(state, object)) {
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
    binary_slot_either_operand_state *state =
        get_binary_slot_either_operand_state_by_types(
            Py_TYPE(left), Py_TYPE(right));
    long a, b;
    int found = residue_value(state, left, &a);

    if (found > 0) {
        found = residue_value(state, right, &b);
    }
    if (found < 0) {
        return NULL;
    }
    if (found == 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return residue_from_long(state, a % MODULUS + b % MODULUS);
}

static PyObject *residue_power(PyObject *base, PyObject *exponent, PyObject *modulus)
{
    binary_slot_either_operand_state *state =
        get_binary_slot_either_operand_state_by_three_types(
            Py_TYPE(base), Py_TYPE(exponent), Py_TYPE(modulus));
    long a, b, result = 1;
    int found = residue_value(state, base, &a);

    if (found > 0) {
        found = residue_value(state, exponent, &b);
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
    return residue_from_long(state, result);
}

static PyObject *residue_inplace_add(PyObject *self, PyObject *other)
{
    binary_slot_either_operand_state *state =
        get_binary_slot_either_operand_state_by_type(Py_TYPE(self));
    long b;
    int found = residue_value(state, other, &b);

    if (found < 0) {
        return NULL;
    }
    if (found == 0) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    return residue_from_long(state, ((Residue *)self)->value + b % MODULUS);
}

static PyObject *residue_negative(PyObject *self)
{
    binary_slot_either_operand_state *state =
        get_binary_slot_either_operand_state_by_type(Py_TYPE(self));

    return residue_from_long(state, -((Residue *)self)->value);
}

static PyObject *residue_int(PyObject *self)
{
    return PyLong_FromLong(((Residue *)self)->value);
}

static PyObject *residue_compare(PyObject *self, PyObject *other, int op)
{
    binary_slot_either_operand_state *state =
        get_binary_slot_either_operand_state_by_type(Py_TYPE(self));

    if (!Residue_Check(state, other) || (op != Py_EQ && op != Py_NE)) {
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

static int binary_slot_either_operand_traverse(PyObject *module,
                                               visitproc visit, void *arg)
{
    binary_slot_either_operand_state *state =
        get_binary_slot_either_operand_state(module);
    Py_VISIT(state->ResidueType);
    return 0;
}

static int binary_slot_either_operand_clear(PyObject *module)
{
    binary_slot_either_operand_state *state =
        get_binary_slot_either_operand_state(module);
    Py_CLEAR(state->ResidueType);
    return 0;
}

static void binary_slot_either_operand_free(void *module)
{
    binary_slot_either_operand_clear((PyObject *)module);
}

static int binary_slot_either_operand_exec(PyObject *module);

static PyModuleDef_Slot binary_slot_either_operand_slots[] = {
    {Py_mod_exec, binary_slot_either_operand_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef residues = {
    PyModuleDef_HEAD_INIT,
    .m_name = "binary_slot_either_operand",
    .m_doc = "Numbers modulo 10007.",
    .m_size = sizeof(binary_slot_either_operand_state),
    .m_traverse = binary_slot_either_operand_traverse,
    .m_clear = binary_slot_either_operand_clear,
    .m_free = binary_slot_either_operand_free,
    .m_slots = binary_slot_either_operand_slots,
};

static int binary_slot_either_operand_exec(PyObject *module)
{
    binary_slot_either_operand_state *state =
        get_binary_slot_either_operand_state(module);

    state->ResidueType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Residue_spec, NULL);
    if (state->ResidueType == NULL) {
        return -1;
    }
    Py_INCREF(state->ResidueType);
    if (PyModule_AddObject(module, "Residue",
                           (PyObject *)state->ResidueType) < 0) {
        Py_DECREF(state->ResidueType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_binary_slot_either_operand(void)
{
    return PyModuleDef_Init(&residues);
}
