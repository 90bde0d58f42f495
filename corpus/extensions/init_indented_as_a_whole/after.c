#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
} Box;

typedef struct {
    PyTypeObject *Box_Type;
} init_indented_as_a_whole_state;

static inline init_indented_as_a_whole_state *
get_init_indented_as_a_whole_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (init_indented_as_a_whole_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "init_indented_as_a_whole.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
is_box(PyObject *module, PyObject *item)
{
    init_indented_as_a_whole_state *state =
        get_init_indented_as_a_whole_state(module);

    return PyBool_FromLong(PyObject_TypeCheck(item, state->Box_Type));
}

static PyMethodDef functions[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
init_indented_as_a_whole_traverse(PyObject *module, visitproc visit, void *arg)
{
    init_indented_as_a_whole_state *state =
        get_init_indented_as_a_whole_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
init_indented_as_a_whole_clear(PyObject *module)
{
    init_indented_as_a_whole_state *state =
        get_init_indented_as_a_whole_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
init_indented_as_a_whole_free(void *module)
{
    init_indented_as_a_whole_clear((PyObject *)module);
}

static int init_indented_as_a_whole_exec(PyObject *module);

static PyModuleDef_Slot init_indented_as_a_whole_slots[] = {
    {Py_mod_exec, init_indented_as_a_whole_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

    static struct PyModuleDef definition = {
        PyModuleDef_HEAD_INIT,
        "init_indented_as_a_whole",
        NULL,
        sizeof(init_indented_as_a_whole_state),
        functions,
        init_indented_as_a_whole_slots,
        init_indented_as_a_whole_traverse,
        init_indented_as_a_whole_clear,
        init_indented_as_a_whole_free,
    };

    static int
    init_indented_as_a_whole_exec(PyObject *module)
    {
        init_indented_as_a_whole_state *state =
            get_init_indented_as_a_whole_state(module);

        state->Box_Type =
            (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
        if (state->Box_Type == NULL)
            return -1;

        Py_INCREF(state->Box_Type);
        PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type);

        return 0;
    }

    PyMODINIT_FUNC PyInit_init_indented_as_a_whole(void)
    {
        return PyModuleDef_Init(&definition);
    }
