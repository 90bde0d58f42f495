/* Two loops go through rows of names and types, up to a length that a local has; the first makes the types ready. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} loops_to_a_counted_length_state;

static inline loops_to_a_counted_length_state *
get_loops_to_a_counted_length_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loops_to_a_counted_length_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "loops_to_a_counted_length.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "loops_to_a_counted_length.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static int
loops_to_a_counted_length_traverse(PyObject *module, visitproc visit, void *arg)
{
    loops_to_a_counted_length_state *state = get_loops_to_a_counted_length_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
loops_to_a_counted_length_clear(PyObject *module)
{
    loops_to_a_counted_length_state *state = get_loops_to_a_counted_length_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
loops_to_a_counted_length_free(void *module)
{
    loops_to_a_counted_length_clear((PyObject *)module);
}

static int loops_to_a_counted_length_exec(PyObject *module);

static PyModuleDef_Slot loops_to_a_counted_length_slots[] = {
    {Py_mod_exec, loops_to_a_counted_length_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "loops_to_a_counted_length", NULL, sizeof(loops_to_a_counted_length_state),
    NULL, loops_to_a_counted_length_slots, loops_to_a_counted_length_traverse,
    loops_to_a_counted_length_clear, loops_to_a_counted_length_free
};

static int
loops_to_a_counted_length_exec(PyObject *module)
{
    loops_to_a_counted_length_state *state = get_loops_to_a_counted_length_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    state->Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        return -1;

    /* What is made ready, and what it's called if it is published. */
    struct {
        const char *name;
        PyTypeObject *type;
    } const kinds[] = {
        {"Box", state->Box_Type},
        {NULL, state->Lid_Type},
    };
    size_t const count = sizeof(kinds) / sizeof(kinds[0]);

    for (size_t i = 0; i != count; ++i) {
        if (kinds[i].name == NULL)
            continue;
        Py_INCREF(kinds[i].type);
        if (PyModule_AddObject(module, kinds[i].name, (PyObject *)kinds[i].type) < 0) {
            Py_DECREF(kinds[i].type);
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_loops_to_a_counted_length(void)
{
    return PyModuleDef_Init(&shelf_module);
}
