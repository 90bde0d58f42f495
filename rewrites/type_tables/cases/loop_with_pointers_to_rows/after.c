/* A loop makes the types of rows ready that a pointer leads to, and another puts constants into their dictionaries. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} loop_with_pointers_to_rows_state;

static inline loop_with_pointers_to_rows_state *
get_loop_with_pointers_to_rows_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loop_with_pointers_to_rows_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "loop_with_pointers_to_rows.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "loop_with_pointers_to_rows.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

typedef struct {
    const char *name;
    PyTypeObject *type;
} Kind;

typedef struct {
    PyTypeObject *type;
    const char *name;
    long value;
} Constant;

static int
loop_with_pointers_to_rows_traverse(PyObject *module, visitproc visit, void *arg)
{
    loop_with_pointers_to_rows_state *state = get_loop_with_pointers_to_rows_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
loop_with_pointers_to_rows_clear(PyObject *module)
{
    loop_with_pointers_to_rows_state *state = get_loop_with_pointers_to_rows_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
loop_with_pointers_to_rows_free(void *module)
{
    loop_with_pointers_to_rows_clear((PyObject *)module);
}

static int loop_with_pointers_to_rows_exec(PyObject *module);

static PyModuleDef_Slot loop_with_pointers_to_rows_slots[] = {
    {Py_mod_exec, loop_with_pointers_to_rows_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "loop_with_pointers_to_rows", NULL, sizeof(loop_with_pointers_to_rows_state),
    NULL, loop_with_pointers_to_rows_slots, loop_with_pointers_to_rows_traverse,
    loop_with_pointers_to_rows_clear, loop_with_pointers_to_rows_free
};

static int
loop_with_pointers_to_rows_exec(PyObject *module)
{
    loop_with_pointers_to_rows_state *state = get_loop_with_pointers_to_rows_state(module);
    PyObject *value;
    Constant *constant;
    Kind *kind;
    int i, rv;

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        goto error;
    state->Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        goto error;

    Kind kinds[] = {
        {.name = "Box", .type = state->Box_Type},
        {.name = "Lid", .type = state->Lid_Type},
        {NULL, NULL},
    };

    for (i = 0; kinds[i].type; i++) {
        kind = &kinds[i];

        Py_INCREF(kind->type);
        rv = PyModule_AddObject(module, kind->name, (PyObject *)kind->type);
        if (rv < 0) {
            Py_DECREF(kind->type);
            goto error;
        }
    }

    Constant constants[] = {
        {.type = state->Box_Type, .name = "SIDES", .value = 6},
        {.type = state->Box_Type, .name = "EDGES", .value = 12},
        {.type = state->Lid_Type, .name = "SIDES", .value = 1},
        {NULL, NULL, 0},
    };

    for (i = 0; constants[i].name; i++) {
        constant = &constants[i];

        value = PyLong_FromLong(constant->value);
        if (!value)
            goto error;
        rv = PyDict_SetItemString(constant->type->tp_dict, constant->name, value);
        Py_DECREF(value);
        if (rv)
            goto error;
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_loop_with_pointers_to_rows(void)
{
    return PyModuleDef_Init(&shelf_module);
}
