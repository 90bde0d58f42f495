/* A pointer goes through rows of names and types, makes the types ready and publishes them. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} pointer_that_readies_types_state;

static inline pointer_that_readies_types_state *
get_pointer_that_readies_types_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pointer_that_readies_types_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "pointer_that_readies_types.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "pointer_that_readies_types.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

struct kind {
    const char *name;
    PyTypeObject *type;
};

static int
pointer_that_readies_types_traverse(PyObject *module, visitproc visit, void *arg)
{
    pointer_that_readies_types_state *state = get_pointer_that_readies_types_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
pointer_that_readies_types_clear(PyObject *module)
{
    pointer_that_readies_types_state *state = get_pointer_that_readies_types_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
pointer_that_readies_types_free(void *module)
{
    pointer_that_readies_types_clear((PyObject *)module);
}

static int pointer_that_readies_types_exec(PyObject *module);

static PyModuleDef_Slot pointer_that_readies_types_slots[] = {
    {Py_mod_exec, pointer_that_readies_types_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "pointer_that_readies_types", NULL,
    sizeof(pointer_that_readies_types_state), NULL, pointer_that_readies_types_slots,
    pointer_that_readies_types_traverse,
    pointer_that_readies_types_clear, pointer_that_readies_types_free
};

static int
pointer_that_readies_types_exec(PyObject *module)
{
    pointer_that_readies_types_state *state = get_pointer_that_readies_types_state(module);
    const struct kind *kind;

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        goto fail;
    state->Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        goto fail;

    const struct kind kinds[] = {
        {"Box", state->Box_Type},
        {"Lid", state->Lid_Type},
        {NULL, NULL},
    };

    for (kind = kinds; kind->name != NULL; kind++) {
        Py_INCREF(kind->type);
        if (PyModule_AddObject(module, kind->name, (PyObject *)kind->type) < 0)
            goto fail;
    }
    return 0;

fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_pointer_that_readies_types(void)
{
    return PyModuleDef_Init(&shelf_module);
}
