#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Lengths in several units. One table publishes the types, another finds the type for a unit. */

enum unit { UNIT_METRE, UNIT_FOOT, UNIT_COUNT };

typedef struct {
    PyObject_HEAD
    double number;
} LengthObject;

static PyObject *
length_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    double number;
    LengthObject *self;

    if (!PyArg_ParseTuple(args, "d", &number))
        return NULL;
    self = (LengthObject *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->number = number;
    return (PyObject *)self;
}

static PyObject *
length_number(PyObject *self, void *closure)
{
    return PyFloat_FromDouble(((LengthObject *)self)->number);
}

static PyGetSetDef length_getset[] = {
    {"number", length_number, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

typedef struct {
    PyTypeObject *Length_Type;
    PyTypeObject *Metre_Type;
    PyTypeObject *Foot_Type;
} tables_of_types_state;

static inline tables_of_types_state *
get_tables_of_types_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (tables_of_types_state *)state;
}

static PyType_Slot Length_slots[] = {
    {Py_tp_getset, length_getset},
    {Py_tp_new, length_new},
    {0, NULL},
};

static PyType_Spec Length_spec = {
    .name = "tables_of_types.Length",
    .basicsize = sizeof(LengthObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Length_slots,
};

static PyType_Slot Metre_slots[] = {
    {0, NULL},
};

static PyType_Spec Metre_spec = {
    .name = "tables_of_types.Metre",
    .basicsize = sizeof(LengthObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Metre_slots,
};

static PyType_Slot Foot_slots[] = {
    {0, NULL},
};

static PyType_Spec Foot_spec = {
    .name = "tables_of_types.Foot",
    .basicsize = sizeof(LengthObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Foot_slots,
};

static PyObject *
is_in(PyObject *module, PyObject *args)
{
    tables_of_types_state *state = get_tables_of_types_state(module);
    /* By unit. */
    PyTypeObject *unit_types[] = {
        state->Metre_Type,
        state->Foot_Type
    };
    PyObject *object;
    int unit;

    if (!PyArg_ParseTuple(args, "Oi", &object, &unit))
        return NULL;
    if (unit < 0 || unit >= UNIT_COUNT) {
        PyErr_SetString(PyExc_ValueError, "no such unit");
        return NULL;
    }
    return PyBool_FromLong(Py_TYPE(object) == unit_types[unit]);
}

static PyMethodDef functions[] = {
    {"is_in", is_in, METH_VARARGS, "is_in(length, unit) -> bool"},
    {NULL, NULL, 0, NULL}
};

static int
tables_of_types_traverse(PyObject *module, visitproc visit, void *arg)
{
    tables_of_types_state *state = get_tables_of_types_state(module);
    Py_VISIT(state->Length_Type);
    Py_VISIT(state->Metre_Type);
    Py_VISIT(state->Foot_Type);
    return 0;
}

static int
tables_of_types_clear(PyObject *module)
{
    tables_of_types_state *state = get_tables_of_types_state(module);
    Py_CLEAR(state->Length_Type);
    Py_CLEAR(state->Metre_Type);
    Py_CLEAR(state->Foot_Type);
    return 0;
}

static void
tables_of_types_free(void *module)
{
    tables_of_types_clear((PyObject *)module);
}

static int tables_of_types_exec(PyObject *m);

static PyModuleDef_Slot tables_of_types_slots[] = {
    {Py_mod_exec, tables_of_types_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "tables_of_types", NULL,
    sizeof(tables_of_types_state), functions,
    tables_of_types_slots, tables_of_types_traverse, tables_of_types_clear,
    tables_of_types_free
};

static PyTypeObject *
tables_of_types_new_subtype(PyObject *module, PyType_Spec *spec,
                            PyTypeObject *base)
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
add_types(PyObject *m)
{
    tables_of_types_state *state = get_tables_of_types_state(m);
    int i;

    state->Length_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Length_spec, NULL);
    if (state->Length_Type == NULL)
        return -1;
    state->Metre_Type =
        tables_of_types_new_subtype(m, &Metre_spec, state->Length_Type);
    if (state->Metre_Type == NULL)
        return -1;
    state->Foot_Type =
        tables_of_types_new_subtype(m, &Foot_spec, state->Length_Type);
    if (state->Foot_Type == NULL)
        return -1;

    const struct published {
        const char *name;
        PyTypeObject *type;
    } all_types[] = {
        {"Metre", state->Metre_Type},
        {"Foot", state->Foot_Type},
        {"Length", state->Length_Type},
        {NULL, NULL}
    };

    for (i = 0; all_types[i].name != NULL; i++) {
        PyTypeObject *type = all_types[i].type;

        Py_INCREF(type);
        if (PyModule_AddObject(m, all_types[i].name, (PyObject *)type) < 0)
            return -1;
    }
    return 0;
}

static int
tables_of_types_exec(PyObject *m)
{
    if (add_types(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_tables_of_types(void)
{
    return PyModuleDef_Init(&module_def);
}
