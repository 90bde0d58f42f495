#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Base_Type;
    PyTypeObject *Odd_Type;
} numbers_state;

static inline numbers_state *
get_numbers_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (numbers_state *)state;
}

static PyType_Slot Base_slots[] = {
    {0, NULL},
};

static PyType_Spec Base_spec = {
    .name = "numbers.Base",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Base_slots,
};

static PyType_Slot Odd_slots[] = {
    {0, NULL},
};

static PyType_Spec Odd_spec = {
    .name = "numbers.Odd",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Odd_slots,
};

static PyType_Slot Even_slots[] = {
    {0, NULL},
};

static PyType_Spec Even_spec = {
    .name = "numbers.Even",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Even_slots,
};

static PyTypeObject *
numbers_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
add_numbers(PyObject *module)
{
    numbers_state *state = get_numbers_state(module);

    state->Base_Type = numbers_new_subtype(module, &Base_spec, &PyLong_Type);
    if (state->Base_Type == NULL)
        return -1;

    state->Odd_Type = numbers_new_subtype(module, &Odd_spec, state->Base_Type);
    if (state->Odd_Type == NULL)
        return -1;
    PyTypeObject *Even_Type = numbers_new_subtype(module, &Even_spec, state->Base_Type);
    if (Even_Type == NULL)
        return -1;
    if (PyModule_AddType(module, state->Odd_Type) < 0 ||
        PyModule_AddType(module, Even_Type) < 0) {
        Py_DECREF(Even_Type);
        return -1;
    }
    Py_DECREF(Even_Type);
    return 0;
}

static int
numbers_traverse(PyObject *module, visitproc visit, void *arg)
{
    numbers_state *state = get_numbers_state(module);
    Py_VISIT(state->Base_Type);
    Py_VISIT(state->Odd_Type);
    return 0;
}

static int
numbers_clear(PyObject *module)
{
    numbers_state *state = get_numbers_state(module);
    Py_CLEAR(state->Base_Type);
    Py_CLEAR(state->Odd_Type);
    return 0;
}

static void
numbers_free(void *module)
{
    numbers_clear((PyObject *)module);
}

static int numbers_exec(PyObject *module);

static PyModuleDef_Slot numbers_slots[] = {
    {Py_mod_exec, numbers_exec},
    {0, NULL}
};

static struct PyModuleDef numbers = {PyModuleDef_HEAD_INIT, "numbers", NULL,
    sizeof(numbers_state), NULL, numbers_slots, numbers_traverse, numbers_clear,
    numbers_free};

static int
numbers_exec(PyObject *module)
{
    if (module != NULL && add_numbers(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_numbers(void)
{
    return PyModuleDef_Init(&numbers);
}
