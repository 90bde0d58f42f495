/* A loop makes the types of a table ready, of which only some builds have all. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
    PyTypeObject *Jar_Type;
} loop_with_rows_for_some_builds_state;

static inline loop_with_rows_for_some_builds_state *
get_loop_with_rows_for_some_builds_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loop_with_rows_for_some_builds_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "loop_with_rows_for_some_builds.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

#ifdef WITH_LIDS
static PyType_Slot Lid_slots[] = {
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "loop_with_rows_for_some_builds.Lid",
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
    .name = "loop_with_rows_for_some_builds.Jar",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Jar_slots,
};

static int
loop_with_rows_for_some_builds_traverse(PyObject *module, visitproc visit, void *arg)
{
    loop_with_rows_for_some_builds_state *state = get_loop_with_rows_for_some_builds_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    Py_VISIT(state->Jar_Type);
    return 0;
}

static int
loop_with_rows_for_some_builds_clear(PyObject *module)
{
    loop_with_rows_for_some_builds_state *state = get_loop_with_rows_for_some_builds_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    Py_CLEAR(state->Jar_Type);
    return 0;
}

static void
loop_with_rows_for_some_builds_free(void *module)
{
    loop_with_rows_for_some_builds_clear((PyObject *)module);
}

static int loop_with_rows_for_some_builds_exec(PyObject *module);

static PyModuleDef_Slot loop_with_rows_for_some_builds_slots[] = {
    {Py_mod_exec, loop_with_rows_for_some_builds_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "loop_with_rows_for_some_builds", NULL,
    sizeof(loop_with_rows_for_some_builds_state), NULL, loop_with_rows_for_some_builds_slots,
    loop_with_rows_for_some_builds_traverse,
    loop_with_rows_for_some_builds_clear, loop_with_rows_for_some_builds_free
};

#ifdef WITH_LIDS
static PyTypeObject *
loop_with_rows_for_some_builds_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}
#endif

static int
loop_with_rows_for_some_builds_exec(PyObject *module)
{
    loop_with_rows_for_some_builds_state *state = get_loop_with_rows_for_some_builds_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
#ifdef WITH_LIDS
    state->Lid_Type = loop_with_rows_for_some_builds_new_subtype(module, &Lid_spec, state->Box_Type);
    if (state->Lid_Type == NULL) {
        return -1;
    }
#endif
    state->Jar_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Jar_spec, NULL);
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
        Py_INCREF(types[i]);
        if (PyModule_AddObject(module, strchr(types[i]->tp_name, '.') + 1, (PyObject *)types[i]) < 0) {
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_loop_with_rows_for_some_builds(void)
{
    return PyModuleDef_Init(&shelf_module);
}
