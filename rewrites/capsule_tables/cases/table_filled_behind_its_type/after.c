/* Other extensions find the boxes by an array in a capsule. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    void *box_api[2];
} table_filled_behind_its_type_state;

static inline table_filled_behind_its_type_state *
get_table_filled_behind_its_type_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (table_filled_behind_its_type_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "table_filled_behind_its_type.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
box_check(PyObject *object)
{
    return object != Py_None;
}

static int
table_filled_behind_its_type_traverse(PyObject *module, visitproc visit, void *arg)
{
    table_filled_behind_its_type_state *state =
        get_table_filled_behind_its_type_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
table_filled_behind_its_type_clear(PyObject *module)
{
    table_filled_behind_its_type_state *state =
        get_table_filled_behind_its_type_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
table_filled_behind_its_type_free(void *module)
{
    table_filled_behind_its_type_clear((PyObject *)module);
}

static int table_filled_behind_its_type_exec(PyObject *module);

static PyModuleDef_Slot table_filled_behind_its_type_slots[] = {
    {Py_mod_exec, table_filled_behind_its_type_exec},
    {0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "table_filled_behind_its_type",
    .m_size = sizeof(table_filled_behind_its_type_state),
    .m_traverse = table_filled_behind_its_type_traverse,
    .m_clear = table_filled_behind_its_type_clear,
    .m_free = table_filled_behind_its_type_free,
    .m_slots = table_filled_behind_its_type_slots,
};

static int
table_filled_behind_its_type_exec(PyObject *module)
{
    table_filled_behind_its_type_state *state =
        get_table_filled_behind_its_type_state(module);
    PyObject *api = NULL;

    api = PyCapsule_New((void *)state->box_api, "table_filled_behind_its_type._API",
                        NULL);
    if (api == NULL) {
        goto error;
    }

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        goto error;
    }
    state->box_api[0] = (void *)state->Box_Type;  /* the type */
    /* functions */
    state->box_api[1] = (void *)box_check;

    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        goto error;
    }
    if (PyModule_AddObject(module, "_API", api) < 0) {
        goto error;
    }
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF(module);
    return 0;

error:
    Py_XDECREF(api);
    return -1;
}

PyMODINIT_FUNC
PyInit_table_filled_behind_its_type(void)
{
    return PyModuleDef_Init(&box_module);
}
