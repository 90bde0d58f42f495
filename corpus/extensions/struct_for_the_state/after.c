#include <Python.h>

/* What stands in for the state: its hooks look after a struct of the process. */

static PyType_Slot Box_slots[] = {
    {Py_tp_doc, "A box."},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "struct_for_the_state.Box",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Box_slots,
};

static PyType_Slot Lid_slots[] = {
    {Py_tp_doc, "A lid."},
    {0, NULL}
};

static PyType_Spec Lid_spec = {
    .name = "struct_for_the_state.Lid",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Lid_slots,
};

typedef struct {
    /* What is raised. */
    PyObject *Error;
    PyTypeObject *Box_type;
} struct_for_the_state_state;

static inline struct_for_the_state_state *
get_struct_for_the_state_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (struct_for_the_state_state *)state;
}

static PyObject *
fail(PyObject *module, PyObject *text)
{
    struct_for_the_state_state *state = get_struct_for_the_state_state(module);

    PyErr_SetObject(state->Error, text);
    return NULL;
}

static PyMethodDef struct_for_the_state_functions[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
struct_for_the_state_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct_for_the_state_state *state = get_struct_for_the_state_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->Box_type);
    return 0;
}

static int
struct_for_the_state_clear(PyObject *module)
{
    struct_for_the_state_state *state = get_struct_for_the_state_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->Box_type);
    return 0;
}

static void
struct_for_the_state_free(void *module)
{
    struct_for_the_state_clear((PyObject *)module);
}

static int struct_for_the_state_exec(PyObject *module);

static PyModuleDef_Slot struct_for_the_state_slots[] = {
    {Py_mod_exec, struct_for_the_state_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef struct_for_the_state_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "struct_for_the_state",
    .m_size = sizeof(struct_for_the_state_state),
    .m_methods = struct_for_the_state_functions,
    .m_traverse = struct_for_the_state_traverse,
    .m_clear = struct_for_the_state_clear,
    .m_free = struct_for_the_state_free,
    .m_slots = struct_for_the_state_slots,
};

static int
add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **place)
{
    PyObject *type = PyType_FromSpec(spec);

    if (PyModule_AddObject(module, name, type) < 0) {
        Py_XDECREF(type);
        return -1;
    }
    Py_INCREF(type);
    *place = (PyTypeObject *)type;
    return 0;
}

static int
struct_for_the_state_exec(PyObject *module)
{
    struct_for_the_state_state *state = get_struct_for_the_state_state(module);

    state->Error = PyErr_NewException("struct_for_the_state.Error", NULL, NULL);
    if (state->Error == NULL) {
        goto error;
    }
    Py_INCREF(state->Error);
    if (PyModule_AddObject(module, "Error", state->Error) < 0) {
        Py_DECREF(state->Error);
        goto error;
    }
    if (add_type(module, "Box", &Box_spec, &state->Box_type) < 0) {
        goto error;
    }
    /* The same place again: only one of them is needed. */
    Py_CLEAR(state->Box_type);
    if (add_type(module, "Lid", &Lid_spec, &state->Box_type) < 0) {
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_struct_for_the_state(void)
{
    return PyModuleDef_Init(&struct_for_the_state_module);
}
