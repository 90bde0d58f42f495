/* A number whose power is written for two operands; its table of slots stands below its type. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Number;

typedef struct {
    PyTypeObject *Number_Type;
} powers_without_a_third_operand_state;

static struct PyModuleDef numbers_module;

static inline powers_without_a_third_operand_state *
get_powers_without_a_third_operand_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (powers_without_a_third_operand_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
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

static inline powers_without_a_third_operand_state *
get_powers_without_a_third_operand_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &numbers_module);
    assert(module != NULL);
    return get_powers_without_a_third_operand_state(module);
}

static inline powers_without_a_third_operand_state *
get_powers_without_a_third_operand_state_by_types(
    PyTypeObject *first, PyTypeObject *second)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(first, &numbers_module);
        if (module != NULL) {
            return get_powers_without_a_third_operand_state(module);
        }
        PyErr_Clear();
    }
    return get_powers_without_a_third_operand_state_by_type(second);
}

static inline powers_without_a_third_operand_state *
get_powers_without_a_third_operand_state_by_three_types(
    PyTypeObject *first, PyTypeObject *second, PyTypeObject *third)
{
    if (PyType_HasFeature(first, Py_TPFLAGS_HEAPTYPE)) {
        PyObject *module = PyType_GetModuleByDef(first, &numbers_module);
        if (module != NULL) {
            return get_powers_without_a_third_operand_state(module);
        }
        PyErr_Clear();
    }
    return get_powers_without_a_third_operand_state_by_types(second, third);
}

static PyObject *number_power(PyObject *, PyObject *, PyObject *);

static PyObject *
number_repr(PyObject *self)
{
    return PyUnicode_FromFormat("Number(%ld)", ((Number *)self)->value);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Number_Type_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Number_Type_methods[] = {
    {"__reduce__", Number_Type_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyObject *
new_number(powers_without_a_third_operand_state *state, long value)
{
    Number *self =
        (Number *)state->Number_Type->tp_alloc(state->Number_Type, 0);

    if (self != NULL)
        self->value = value;
    return (PyObject *)self;
}

/* 0 and no exception for what is none. */
static int
value_of(powers_without_a_third_operand_state *state, PyObject *object,
         long *value)
{
    if (Py_TYPE(object) == state->Number_Type) {
        *value = ((Number *)object)->value;
        return 1;
    }
    if (!PyLong_Check(object))
        return 0;
    *value = PyLong_AsLong(object);
    return *value == -1 && PyErr_Occurred() ? -1 : 1;
}

static PyObject *
number_power(PyObject *left, PyObject *right, PyObject *third)
{
    powers_without_a_third_operand_state *state =
        get_powers_without_a_third_operand_state_by_three_types(
            Py_TYPE(left), Py_TYPE(right), Py_TYPE(third));
    long base, exponent, result = 1;
    int found = value_of(state, left, &base);

    if (found > 0)
        found = value_of(state, right, &exponent);
    if (found < 0)
        return NULL;
    if (!found)
        Py_RETURN_NOTIMPLEMENTED;
    while (exponent-- > 0)
        result *= base;
    return new_number(state, result);
}

PyObject *
number_add(PyObject *left, PyObject *right)
{
    powers_without_a_third_operand_state *state =
        get_powers_without_a_third_operand_state_by_types(
            Py_TYPE(left), Py_TYPE(right));
    long one, other;
    int found = value_of(state, left, &one);

    if (found > 0)
        found = value_of(state, right, &other);
    if (found < 0)
        return NULL;
    if (!found)
        Py_RETURN_NOTIMPLEMENTED;
    return new_number(state, one + other);
}

static PyType_Slot Number_Type_slots[] = {
    {Py_tp_repr, number_repr},
    {Py_nb_add, number_add},
    {Py_nb_power, number_power},
    {Py_tp_methods, Number_Type_methods},
    {0, NULL},
};

static PyType_Spec Number_Type_spec = {
    .name = "powers_without_a_third_operand.Number",
    .basicsize = sizeof(Number),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Number_Type_slots,
};

static PyObject *
numbers_number(PyObject *module, PyObject *value)
{
    powers_without_a_third_operand_state *state =
        get_powers_without_a_third_operand_state(module);
    long number = PyLong_AsLong(value);

    if (number == -1 && PyErr_Occurred())
        return NULL;
    return new_number(state, number);
}

static PyMethodDef numbers_methods[] = {
    {"number", numbers_number, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
powers_without_a_third_operand_traverse(PyObject *module, visitproc visit,
                                        void *arg)
{
    powers_without_a_third_operand_state *state =
        get_powers_without_a_third_operand_state(module);
    Py_VISIT(state->Number_Type);
    return 0;
}

static int
powers_without_a_third_operand_clear(PyObject *module)
{
    powers_without_a_third_operand_state *state =
        get_powers_without_a_third_operand_state(module);
    Py_CLEAR(state->Number_Type);
    return 0;
}

static void
powers_without_a_third_operand_free(void *module)
{
    powers_without_a_third_operand_clear((PyObject *)module);
}

static int powers_without_a_third_operand_exec(PyObject *module);

static PyModuleDef_Slot powers_without_a_third_operand_slots[] = {
    {Py_mod_exec, powers_without_a_third_operand_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef numbers_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "powers_without_a_third_operand",
    .m_size = sizeof(powers_without_a_third_operand_state),
    .m_methods = numbers_methods,
    .m_traverse = powers_without_a_third_operand_traverse,
    .m_clear = powers_without_a_third_operand_clear,
    .m_free = powers_without_a_third_operand_free,
    .m_slots = powers_without_a_third_operand_slots,
};

static int
powers_without_a_third_operand_exec(PyObject *module)
{
    powers_without_a_third_operand_state *state =
        get_powers_without_a_third_operand_state(module);

    state->Number_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Number_Type_spec, NULL);
    if (state->Number_Type == NULL)
        return -1;
    Py_INCREF(state->Number_Type);
    if (PyModule_AddObject(module, "Number",
                           (PyObject *)state->Number_Type) < 0) {
        Py_DECREF(state->Number_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_powers_without_a_third_operand(void)
{
    return PyModuleDef_Init(&numbers_module);
}
