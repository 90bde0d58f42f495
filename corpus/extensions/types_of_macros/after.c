#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Base_Type;
    PyTypeObject *Odd_Type;
    PyTypeObject *Even_Type;
} types_of_macros_state;

static inline types_of_macros_state *
get_types_of_macros_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (types_of_macros_state *)state;
}

static PyType_Slot Base_slots[] = {
    {0, NULL},
};

static PyType_Spec Base_spec = {
    .name = "types_of_macros.Base",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Base_slots,
};

static PyType_Slot Odd_slots[] = {
    {0, NULL},
};

static PyType_Spec Odd_spec = {
    .name = "types_of_macros.Odd",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Odd_slots,
};

static PyType_Slot Even_slots[] = {
    {0, NULL},
};

static PyType_Spec Even_spec = {
    .name = "types_of_macros.Even",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Even_slots,
};

static int
add_number_type(PyObject *module, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    return PyModule_AddObject(module, name, (PyObject *)type);
}

static PyTypeObject *
types_of_macros_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
    types_of_macros_state *state = get_types_of_macros_state(module);

    state->Base_Type = types_of_macros_new_subtype(module, &Base_spec, &PyLong_Type);
    if (state->Base_Type == NULL)
        return -1;

    state->Odd_Type = types_of_macros_new_subtype(module, &Odd_spec, state->Base_Type);
    if (state->Odd_Type == NULL)
        return -1;
    if (add_number_type(module, "Odd", state->Odd_Type) < 0)
        return -1;
    state->Even_Type = types_of_macros_new_subtype(module, &Even_spec, state->Base_Type);
    if (state->Even_Type == NULL)
        return -1;
    if (add_number_type(module, "Even", state->Even_Type) < 0)
        return -1;

    return 0;
}

static int
types_of_macros_traverse(PyObject *module, visitproc visit, void *arg)
{
    types_of_macros_state *state = get_types_of_macros_state(module);
    Py_VISIT(state->Base_Type);
    Py_VISIT(state->Odd_Type);
    Py_VISIT(state->Even_Type);
    return 0;
}

static int
types_of_macros_clear(PyObject *module)
{
    types_of_macros_state *state = get_types_of_macros_state(module);
    Py_CLEAR(state->Base_Type);
    Py_CLEAR(state->Odd_Type);
    Py_CLEAR(state->Even_Type);
    return 0;
}

static void
types_of_macros_free(void *module)
{
    types_of_macros_clear((PyObject *)module);
}

static int types_of_macros_exec(PyObject *module);

static PyModuleDef_Slot types_of_macros_slots[] = {
    {Py_mod_exec, types_of_macros_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef types_of_macros = {PyModuleDef_HEAD_INIT, "types_of_macros", NULL,
    sizeof(types_of_macros_state), NULL,
    types_of_macros_slots, types_of_macros_traverse, types_of_macros_clear, types_of_macros_free};

static int
types_of_macros_exec(PyObject *module)
{
    if (module != NULL && add_numbers(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_types_of_macros(void)
{
    return PyModuleDef_Init(&types_of_macros);
}
