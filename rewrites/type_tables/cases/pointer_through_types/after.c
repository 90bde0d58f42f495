/* A pointer goes through a table of types, which PyModule_AddType makes ready. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} pointer_through_types_state;

static inline pointer_through_types_state *
get_pointer_through_types_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (pointer_through_types_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "pointer_through_types.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "pointer_through_types.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static int
shelf_exec(PyObject *module)
{
    pointer_through_types_state *state = get_pointer_through_types_state(module);
    PyTypeObject **type;
    int ret;

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL) {
        return -1;
    }
    if (PyModule_AddStringConstant(module, "api_version", "2") < 0) {
        return -1;
    }

    PyTypeObject *types[] = {
        state->Box_Type,
        state->Lid_Type,
        NULL,
    };

    for (type = types; *type; type++) {
        ret = PyModule_AddType(module, *type);
        if (ret < 0) {
            return -1;
        }
    }
    return 0;
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL},
};

static int
pointer_through_types_traverse(PyObject *module, visitproc visit, void *arg)
{
    pointer_through_types_state *state = get_pointer_through_types_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
pointer_through_types_clear(PyObject *module)
{
    pointer_through_types_state *state = get_pointer_through_types_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
pointer_through_types_free(void *module)
{
    pointer_through_types_clear((PyObject *)module);
}

static PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pointer_through_types",
    .m_slots = shelf_slots,
    .m_size = sizeof(pointer_through_types_state),
    .m_traverse = pointer_through_types_traverse,
    .m_clear = pointer_through_types_clear,
    .m_free = pointer_through_types_free,
};

PyMODINIT_FUNC
PyInit_pointer_through_types(void)
{
    return PyModuleDef_Init(&shelf_module);
}
