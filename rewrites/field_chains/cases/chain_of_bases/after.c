/* Bases are set for several types at once, as some compilers can't do that in initialisers. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
} chain_of_bases_state;

static inline chain_of_bases_state *
get_chain_of_bases_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (chain_of_bases_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "chain_of_bases.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "chain_of_bases.Lid",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static PyType_Slot Tin_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Tin_spec = {
    .name = "chain_of_bases.Tin",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tin_slots,
};

static int
chain_of_bases_traverse(PyObject *module, visitproc visit, void *arg)
{
    chain_of_bases_state *state = get_chain_of_bases_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
chain_of_bases_clear(PyObject *module)
{
    chain_of_bases_state *state = get_chain_of_bases_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
chain_of_bases_free(void *module)
{
    chain_of_bases_clear((PyObject *)module);
}

static int chain_of_bases_exec(PyObject *module);

static PyModuleDef_Slot chain_of_bases_slots[] = {
    {Py_mod_exec, chain_of_bases_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "chain_of_bases", NULL, sizeof(chain_of_bases_state),
    NULL, chain_of_bases_slots, chain_of_bases_traverse, chain_of_bases_clear,
    chain_of_bases_free
};

static PyTypeObject *
chain_of_bases_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
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
chain_of_bases_exec(PyObject *module)
{
    chain_of_bases_state *state = get_chain_of_bases_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    PyTypeObject *Lid_Type = chain_of_bases_new_subtype(module, &Lid_spec, state->Box_Type);
    if (Lid_Type == NULL) {
        return -1;
    }
    PyTypeObject *Tin_Type = chain_of_bases_new_subtype(module, &Tin_spec, state->Box_Type);
    if (Tin_Type == NULL) {
        Py_DECREF(Lid_Type);
        return -1;
    }
    Py_INCREF(state->Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type);
    PyModule_AddObject(module, "Lid", (PyObject *)Lid_Type);
    PyModule_AddObject(module, "Tin", (PyObject *)Tin_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_chain_of_bases(void)
{
    return PyModuleDef_Init(&shelf_module);
}
