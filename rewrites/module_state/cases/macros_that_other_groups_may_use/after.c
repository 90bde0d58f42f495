/* Another #if group uses the macro: the type has to stay where that finds it. */
#include <Python.h>

typedef struct {
    PyTypeObject *Box_Type;
} macros_that_other_groups_may_use_state;

static inline macros_that_other_groups_may_use_state *
get_macros_that_other_groups_may_use_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (macros_that_other_groups_may_use_state *)state;
}

/* Whether it is a box, or none. */
#define Box_CheckExact(state, v) (Py_TYPE(v) == (state)->Box_Type)
#define Box_CheckNot(state, v) (!Box_CheckExact(state, v))

#define Box_NAME "macros_that_other_groups_may_use.Box"

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = Box_NAME,
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots,
};

static int
box_exec(PyObject *module)
{
    macros_that_other_groups_may_use_state *state =
        get_macros_that_other_groups_may_use_state(module);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, box_exec},
    {0, NULL},
};

#ifdef BOX_DEBUG
static int
is_other(macros_that_other_groups_may_use_state *state, PyObject *v)
{
    return Box_CheckNot(state, v);
}
#endif

static int
macros_that_other_groups_may_use_traverse(PyObject *module, visitproc visit,
                                          void *arg)
{
    macros_that_other_groups_may_use_state *state =
        get_macros_that_other_groups_may_use_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
macros_that_other_groups_may_use_clear(PyObject *module)
{
    macros_that_other_groups_may_use_state *state =
        get_macros_that_other_groups_may_use_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
macros_that_other_groups_may_use_free(void *module)
{
    macros_that_other_groups_may_use_clear((PyObject *)module);
}

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_that_other_groups_may_use",
    .m_size = sizeof(macros_that_other_groups_may_use_state),
    .m_slots = box_slots,
    .m_traverse = macros_that_other_groups_may_use_traverse,
    .m_clear = macros_that_other_groups_may_use_clear,
    .m_free = macros_that_other_groups_may_use_free,
};

PyMODINIT_FUNC
PyInit_macros_that_other_groups_may_use(void)
{
    return PyModuleDef_Init(&box_module);
}
