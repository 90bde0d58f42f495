/* A loop makes the types of a table ready, and publishes them. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
    PyTypeObject *Lid_Type;
} loop_over_types_state;

static inline loop_over_types_state *
get_loop_over_types_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (loop_over_types_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "loop_over_types.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "loop_over_types.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static int
loop_over_types_traverse(PyObject *module, visitproc visit, void *arg)
{
    loop_over_types_state *state = get_loop_over_types_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
loop_over_types_clear(PyObject *module)
{
    loop_over_types_state *state = get_loop_over_types_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
loop_over_types_free(void *module)
{
    loop_over_types_clear((PyObject *)module);
}

static int loop_over_types_exec(PyObject *module);

static PyModuleDef_Slot loop_over_types_slots[] = {
    {Py_mod_exec, loop_over_types_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loop_over_types",
    .m_size = sizeof(loop_over_types_state),
    .m_traverse = loop_over_types_traverse,
    .m_clear = loop_over_types_clear,
    .m_free = loop_over_types_free,
    .m_slots = loop_over_types_slots,
};

static PyTypeObject *
loop_over_types_new_subtype(PyObject *module, PyType_Spec *spec,
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
add_types(PyObject *module)
{
    loop_over_types_state *state = get_loop_over_types_state(module);
    int i;

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    state->Lid_Type =
        loop_over_types_new_subtype(module, &Lid_spec, state->Box_Type);
    if (state->Lid_Type == NULL) {
        return -1;
    }

    PyTypeObject *types[] = {
        state->Lid_Type,
        state->Box_Type,
        NULL
    };

    for (i = 0; types[i]; i++) {
        PyTypeObject *type = types[i];
        const char *name = strchr(type->tp_name, '.') + 1;

        Py_INCREF(type);
        if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
            Py_DECREF(type);
            return -1;
        }
    }
    return 0;
}

static int
loop_over_types_exec(PyObject *module)
{
    if (add_types(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_loop_over_types(void)
{
    return PyModuleDef_Init(&shelf_module);
}
