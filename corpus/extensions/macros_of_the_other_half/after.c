/* The half of the header that is for other extensions has macros by the names of what this one defines. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define BOXES_INTERNAL

#ifndef BOXES_INTERNAL
#define Box_Type (*(PyTypeObject *)BOXES_SLOTS[0])
#define Box_Check(x) (PyObject_IsInstance((x), (PyObject *)&Box_Type))
#endif

typedef struct {
    PyObject_HEAD
} BoxObject;

typedef struct {
    PyTypeObject *Box_Type;
} macros_of_the_other_half_state;

static inline macros_of_the_other_half_state *
get_macros_of_the_other_half_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (macros_of_the_other_half_state *)state;
}

static inline macros_of_the_other_half_state *
get_macros_of_the_other_half_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (macros_of_the_other_half_state *)state;
}

#ifndef Box_Check
#define Box_Check(state, x) (PyObject_IsInstance((x), (PyObject *)(state)->Box_Type))
#endif

static PyObject *
is_box(PyObject *self, PyObject *other)
{
    macros_of_the_other_half_state *state = get_macros_of_the_other_half_state_by_type(Py_TYPE(self));

    return PyBool_FromLong(Box_Check(state, other));
}

static PyMethodDef box_methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "macros_of_the_other_half.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
macros_of_the_other_half_traverse(PyObject *module, visitproc visit, void *arg)
{
    macros_of_the_other_half_state *state = get_macros_of_the_other_half_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
macros_of_the_other_half_clear(PyObject *module)
{
    macros_of_the_other_half_state *state = get_macros_of_the_other_half_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
macros_of_the_other_half_free(void *module)
{
    macros_of_the_other_half_clear((PyObject *)module);
}

static int macros_of_the_other_half_exec(PyObject *module);

static PyModuleDef_Slot macros_of_the_other_half_slots[] = {
    {Py_mod_exec, macros_of_the_other_half_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_of_the_other_half",
    .m_size = sizeof(macros_of_the_other_half_state),
    .m_traverse = macros_of_the_other_half_traverse,
    .m_clear = macros_of_the_other_half_clear,
    .m_free = macros_of_the_other_half_free,
    .m_slots = macros_of_the_other_half_slots,
};

static int
macros_of_the_other_half_exec(PyObject *module)
{
    macros_of_the_other_half_state *state = get_macros_of_the_other_half_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_macros_of_the_other_half(void)
{
    return PyModuleDef_Init(&boxes_module);
}
