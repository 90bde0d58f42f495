#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int size;
} Box;

typedef struct {
    PyObject *contents_str;
    PyTypeObject *Box_Type;
    PyTypeObject *Crate_Type;
    PyTypeObject *Tag_Type;
    PyTypeObject *Lid_Type;
} types_readied_by_helper_of_helper_state;

static inline types_readied_by_helper_of_helper_state *
get_types_readied_by_helper_of_helper_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (types_readied_by_helper_of_helper_state *)state;
}

static inline types_readied_by_helper_of_helper_state *
get_types_readied_by_helper_of_helper_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (types_readied_by_helper_of_helper_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "types_readied_by_helper_of_helper.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyType_Slot Tag_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Tag_spec = {
    .name = "types_readied_by_helper_of_helper.Tag",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tag_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "types_readied_by_helper_of_helper.Lid",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

/* Readies a type, with no slots of its own to pickle. */
static int
init_type(PyTypeObject *type)
{
    int result;
    PyObject *names;
    names = PyTuple_New(0);
    if (!names) {
        return 0;
    }
    result = PyDict_SetItemString(type->tp_dict, "__slotnames__", names);
    Py_DECREF(names);
    return result == 0;
}

static int
init_plain(PyTypeObject *type)
{
    return init_type(type);
}

static PyObject *
container_repr(PyObject *self)
{
    types_readied_by_helper_of_helper_state *state =
        get_types_readied_by_helper_of_helper_state_by_type(Py_TYPE(self));
    PyObject *contents = PyObject_GetAttr(self, state->contents_str);
    PyObject *found;

    if (contents == NULL) {
        return NULL;
    }
    found = PyUnicode_FromFormat("Crate of %R", contents);
    Py_DECREF(contents);
    return found;
}

static int
init_container(types_readied_by_helper_of_helper_state *state,
               PyTypeObject *kind, PyTypeObject *contents)
{
    if (!init_type(kind)) {
        return 0;
    }
    return PyDict_SetItem(kind->tp_dict, state->contents_str,
                          (PyObject *)contents) == 0;
}

static int
types_readied_by_helper_of_helper_traverse(PyObject *module, visitproc visit,
                                           void *arg)
{
    types_readied_by_helper_of_helper_state *state =
        get_types_readied_by_helper_of_helper_state(module);
    Py_VISIT(state->contents_str);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Crate_Type);
    Py_VISIT(state->Tag_Type);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
types_readied_by_helper_of_helper_clear(PyObject *module)
{
    types_readied_by_helper_of_helper_state *state =
        get_types_readied_by_helper_of_helper_state(module);
    Py_CLEAR(state->contents_str);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Crate_Type);
    Py_CLEAR(state->Tag_Type);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
types_readied_by_helper_of_helper_free(void *module)
{
    types_readied_by_helper_of_helper_clear((PyObject *)module);
}

static int types_readied_by_helper_of_helper_exec(PyObject *module);

static PyModuleDef_Slot types_readied_by_helper_of_helper_slots[] = {
    {Py_mod_exec, types_readied_by_helper_of_helper_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef crates = {
    PyModuleDef_HEAD_INIT, "types_readied_by_helper_of_helper", NULL,
    sizeof(types_readied_by_helper_of_helper_state), NULL,
    types_readied_by_helper_of_helper_slots,
    types_readied_by_helper_of_helper_traverse,
    types_readied_by_helper_of_helper_clear,
    types_readied_by_helper_of_helper_free
};

static PyTypeObject *
types_readied_by_helper_of_helper_new_subtype(PyObject *module,
                                              PyType_Spec *spec,
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

static PyType_Slot Crate_slots[] = {
    {Py_tp_repr, container_repr},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Crate_spec = {
    .name = "types_readied_by_helper_of_helper.Crate",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Crate_slots,
};

static int
types_readied_by_helper_of_helper_exec(PyObject *module)
{
    types_readied_by_helper_of_helper_state *state =
        get_types_readied_by_helper_of_helper_state(module);

    state->contents_str = PyUnicode_InternFromString("contents");
    if (!state->contents_str)
        return -1;
    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    if (!init_type(state->Box_Type))
        return -1;
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
            return -1;
    if (!init_plain(state->Lid_Type))
            return -1;
    state->Tag_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tag_spec, NULL);
    if (state->Tag_Type == NULL)
        return -1;
    if (!init_plain(state->Tag_Type))
        return -1;
    state->Crate_Type = types_readied_by_helper_of_helper_new_subtype(
        module, &Crate_spec, state->Box_Type);
    if (state->Crate_Type == NULL) {
        return -1;
    }
    if (!init_container(state, state->Crate_Type, state->Lid_Type)) {
        return -1;
    }
    if (PyModule_AddType(module, state->Box_Type) < 0 ||
        PyModule_AddType(module, state->Crate_Type) < 0 ||
        PyModule_AddType(module, state->Lid_Type) < 0 ||
        PyModule_AddType(module, state->Tag_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_types_readied_by_helper_of_helper(void)
{
    return PyModuleDef_Init(&crates);
}
