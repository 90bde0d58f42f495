/* A table has a row that only some builds have. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
    PyTypeObject *Jar_Type;
} table_with_rows_for_some_builds_state;

static inline table_with_rows_for_some_builds_state *
get_table_with_rows_for_some_builds_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (table_with_rows_for_some_builds_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "table_with_rows_for_some_builds.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

#ifdef WITH_LIDS
static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "table_with_rows_for_some_builds.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};
#endif

static PyType_Slot Jar_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Jar_spec = {
    .name = "table_with_rows_for_some_builds.Jar",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Jar_slots,
};

static int
table_with_rows_for_some_builds_traverse(PyObject *module, visitproc visit,
                                         void *arg)
{
    table_with_rows_for_some_builds_state *state =
        get_table_with_rows_for_some_builds_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    Py_VISIT(state->Jar_Type);
    return 0;
}

static int
table_with_rows_for_some_builds_clear(PyObject *module)
{
    table_with_rows_for_some_builds_state *state =
        get_table_with_rows_for_some_builds_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    Py_CLEAR(state->Jar_Type);
    return 0;
}

static void
table_with_rows_for_some_builds_free(void *module)
{
    table_with_rows_for_some_builds_clear((PyObject *)module);
}

static int table_with_rows_for_some_builds_exec(PyObject *module);

static PyModuleDef_Slot table_with_rows_for_some_builds_slots[] = {
    {Py_mod_exec, table_with_rows_for_some_builds_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "table_with_rows_for_some_builds", NULL,
    sizeof(table_with_rows_for_some_builds_state),
    NULL, table_with_rows_for_some_builds_slots,
    table_with_rows_for_some_builds_traverse,
    table_with_rows_for_some_builds_clear, table_with_rows_for_some_builds_free
};

static int
table_with_rows_for_some_builds_exec(PyObject *module)
{
    table_with_rows_for_some_builds_state *state =
        get_table_with_rows_for_some_builds_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
#ifdef WITH_LIDS
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL) {
        return -1;
    }
#endif
    state->Jar_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Jar_spec, NULL);
    if (state->Jar_Type == NULL) {
        return -1;
    }

    /* All that there is. */
    PyTypeObject *types[] = {
        state->Box_Type,
#ifdef WITH_LIDS
        state->Lid_Type,
#endif
        state->Jar_Type
    };

    for (size_t i = 0; i < Py_ARRAY_LENGTH(types); i++) {
        if (PyModule_AddType(module, types[i]) < 0) {
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_table_with_rows_for_some_builds(void)
{
    return PyModuleDef_Init(&shelf_module);
}
