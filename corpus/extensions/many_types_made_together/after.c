#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Trees of many kinds, each a type that only the initialisation names. */

typedef struct {
    PyObject_HEAD
    long height;
} Tree;

static int
tree_init(Tree *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "l", &self->height) ? 0 : -1;
}

static PyObject *
tree_repr(Tree *self)
{
    return PyUnicode_FromFormat("<%s of %ld>", Py_TYPE(self)->tp_name, self->height);
}

typedef struct {
    PyTypeObject *Ash_Type;
    PyTypeObject *Beech_Type;
    PyTypeObject *Elm_Type;
    PyTypeObject *Fir_Type;
    PyTypeObject *Oak_Type;
    PyTypeObject *Yew_Type;
} many_types_made_together_state;

static inline many_types_made_together_state *
get_many_types_made_together_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (many_types_made_together_state *)state;
}

static PyType_Slot Ash_slots[] = {
    {Py_tp_repr, tree_repr},
    {Py_tp_init, tree_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Ash_spec = {
    .name = "many_types_made_together.Ash",
    .basicsize = sizeof(Tree),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Ash_slots,
};

static PyType_Slot Beech_slots[] = {
    {Py_tp_repr, tree_repr},
    {Py_tp_init, tree_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Beech_spec = {
    .name = "many_types_made_together.Beech",
    .basicsize = sizeof(Tree),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Beech_slots,
};

static PyType_Slot Elm_slots[] = {
    {Py_tp_repr, tree_repr},
    {Py_tp_init, tree_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Elm_spec = {
    .name = "many_types_made_together.Elm",
    .basicsize = sizeof(Tree),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Elm_slots,
};

static PyType_Slot Fir_slots[] = {
    {Py_tp_repr, tree_repr},
    {Py_tp_init, tree_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Fir_spec = {
    .name = "many_types_made_together.Fir",
    .basicsize = sizeof(Tree),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Fir_slots,
};

static PyType_Slot Oak_slots[] = {
    {Py_tp_repr, tree_repr},
    {Py_tp_init, tree_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Oak_spec = {
    .name = "many_types_made_together.Oak",
    .basicsize = sizeof(Tree),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Oak_slots,
};

static PyType_Slot Yew_slots[] = {
    {Py_tp_repr, tree_repr},
    {Py_tp_init, tree_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Yew_spec = {
    .name = "many_types_made_together.Yew",
    .basicsize = sizeof(Tree),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Yew_slots,
};

static int
many_types_made_together_traverse(PyObject *module, visitproc visit, void *arg)
{
    many_types_made_together_state *state =
        get_many_types_made_together_state(module);
    Py_VISIT(state->Ash_Type);
    Py_VISIT(state->Beech_Type);
    Py_VISIT(state->Elm_Type);
    Py_VISIT(state->Fir_Type);
    Py_VISIT(state->Oak_Type);
    Py_VISIT(state->Yew_Type);
    return 0;
}

static int
many_types_made_together_clear(PyObject *module)
{
    many_types_made_together_state *state =
        get_many_types_made_together_state(module);
    Py_CLEAR(state->Ash_Type);
    Py_CLEAR(state->Beech_Type);
    Py_CLEAR(state->Elm_Type);
    Py_CLEAR(state->Fir_Type);
    Py_CLEAR(state->Oak_Type);
    Py_CLEAR(state->Yew_Type);
    return 0;
}

static void
many_types_made_together_free(void *module)
{
    many_types_made_together_clear((PyObject *)module);
}

static int many_types_made_together_exec(PyObject *module);

static PyModuleDef_Slot many_types_made_together_slots[] = {
    {Py_mod_exec, many_types_made_together_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef trees_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "many_types_made_together",
    .m_size = sizeof(many_types_made_together_state),
    .m_traverse = many_types_made_together_traverse,
    .m_clear = many_types_made_together_clear,
    .m_free = many_types_made_together_free,
    .m_slots = many_types_made_together_slots,
};

static int
many_types_made_together_exec(PyObject *module)
{
    many_types_made_together_state *state =
        get_many_types_made_together_state(module);

    state->Ash_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Ash_spec, NULL);
    if (state->Ash_Type == NULL)
        return -1;
    state->Beech_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Beech_spec, NULL);
    if (state->Beech_Type == NULL)
        return -1;
    state->Elm_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Elm_spec, NULL);
    if (state->Elm_Type == NULL)
        return -1;
    state->Fir_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Fir_spec, NULL);
    if (state->Fir_Type == NULL)
        return -1;
    state->Oak_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Oak_spec, NULL);
    if (state->Oak_Type == NULL)
        return -1;
    state->Yew_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Yew_spec, NULL);
    if (state->Yew_Type == NULL)
        return -1;
    Py_INCREF(state->Ash_Type);
    if (PyModule_AddObject(module, "Ash", (PyObject *)state->Ash_Type) < 0) {
        Py_DECREF(state->Ash_Type);
        return -1;
    }
    Py_INCREF(state->Beech_Type);
    if (PyModule_AddObject(module, "Beech",
                           (PyObject *)state->Beech_Type) < 0) {
        Py_DECREF(state->Beech_Type);
        return -1;
    }
    Py_INCREF(state->Elm_Type);
    if (PyModule_AddObject(module, "Elm", (PyObject *)state->Elm_Type) < 0) {
        Py_DECREF(state->Elm_Type);
        return -1;
    }
    Py_INCREF(state->Fir_Type);
    if (PyModule_AddObject(module, "Fir", (PyObject *)state->Fir_Type) < 0) {
        Py_DECREF(state->Fir_Type);
        return -1;
    }
    Py_INCREF(state->Oak_Type);
    if (PyModule_AddObject(module, "Oak", (PyObject *)state->Oak_Type) < 0) {
        Py_DECREF(state->Oak_Type);
        return -1;
    }
    Py_INCREF(state->Yew_Type);
    if (PyModule_AddObject(module, "Yew", (PyObject *)state->Yew_Type) < 0) {
        Py_DECREF(state->Yew_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_many_types_made_together(void)
{
    return PyModuleDef_Init(&trees_module);
}
