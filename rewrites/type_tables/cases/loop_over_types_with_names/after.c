/* A loop goes through rows of names and types, and gives away more references than it takes. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} loop_over_types_with_names_state;

static inline loop_over_types_with_names_state *
get_loop_over_types_with_names_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loop_over_types_with_names_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "loop_over_types_with_names.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "loop_over_types_with_names.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

#define COUNT ((int)(sizeof(kinds) / sizeof(kinds[0])))

static int
loop_over_types_with_names_traverse(PyObject *module, visitproc visit, void *arg)
{
    loop_over_types_with_names_state *state = get_loop_over_types_with_names_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
loop_over_types_with_names_clear(PyObject *module)
{
    loop_over_types_with_names_state *state = get_loop_over_types_with_names_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
loop_over_types_with_names_free(void *module)
{
    loop_over_types_with_names_clear((PyObject *)module);
}

static int loop_over_types_with_names_exec(PyObject *module);

static PyModuleDef_Slot loop_over_types_with_names_slots[] = {
    {Py_mod_exec, loop_over_types_with_names_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "loop_over_types_with_names", NULL,
    sizeof(loop_over_types_with_names_state), NULL, loop_over_types_with_names_slots,
    loop_over_types_with_names_traverse,
    loop_over_types_with_names_clear, loop_over_types_with_names_free
};

static int
loop_over_types_with_names_exec(PyObject *module)
{
    loop_over_types_with_names_state *state = get_loop_over_types_with_names_state(module);
    int i;

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        goto error;
    state->Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        goto error;

    /* What is published, and how it is called. */
    const struct {
        const char *name;
        PyTypeObject *type;
    } kinds[] = {
        {"Box", state->Box_Type},
        {"Lid", state->Lid_Type},
    };

    for (i = 0; i < COUNT; i++) {
        Py_INCREF(kinds[i].type);
        if (PyModule_AddObject(module, kinds[i].name, (PyObject *)kinds[i].type) < 0)
            goto error;
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_loop_over_types_with_names(void)
{
    return PyModuleDef_Init(&shelf_module);
}
