/* Each source has a macro CHECK_OPEN of its own, of which only this one names what moves. */
#include "shared.h"

/* Of a derived type as well. */
#define CHECK_OPEN(state, self) \
    do { \
        if (!((BoxObject *)(self))->is_open) { \
            if (Py_IS_TYPE(self, (state)->Box_Type)) \
                PyErr_SetString(PyExc_ValueError, "the box is shut"); \
            else \
                PyErr_Format(PyExc_ValueError, "%R is shut", self); \
            return NULL; \
        } \
    } while (0)

#define REQUIRE_BOX(state, op) \
    if (!Box_Check(state, op)) { \
        PyErr_SetString(PyExc_TypeError, "nothing but a Box"); \
        return NULL; \
    }

static PyObject *
box_look(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    macros_of_one_source_state *state =
        get_macros_of_one_source_state_by_type(Py_TYPE(self));

    CHECK_OPEN(state, self);
    return PyUnicode_FromString("nothing");
}

static PyObject *
box_set(PyObject *self, PyObject *arg)
{
    int is_open = PyObject_IsTrue(arg);

    if (is_open < 0)
        return NULL;
    ((BoxObject *)self)->is_open = is_open;
    Py_RETURN_NONE;
}

static PyObject *
box_follow(PyObject *self, PyObject *arg)
{
    macros_of_one_source_state *state =
        get_macros_of_one_source_state_by_type(Py_TYPE(self));

    REQUIRE_BOX(state, arg)
    ((BoxObject *)self)->is_open = ((BoxObject *)arg)->is_open;
    Py_RETURN_NONE;
}

static PyMethodDef box_methods[] = {
    {"look", box_look, METH_NOARGS, NULL},
    {"set", box_set, METH_O, NULL},
    {"follow", box_follow, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "macros_of_one_source.Box",
    .basicsize = sizeof(BoxObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
macros_of_one_source_traverse(PyObject *module, visitproc visit, void *arg)
{
    macros_of_one_source_state *state = get_macros_of_one_source_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
macros_of_one_source_clear(PyObject *module)
{
    macros_of_one_source_state *state = get_macros_of_one_source_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
macros_of_one_source_free(void *module)
{
    macros_of_one_source_clear((PyObject *)module);
}

static int macros_of_one_source_exec(PyObject *module);

static PyModuleDef_Slot macros_of_one_source_slots[] = {
    {Py_mod_exec, macros_of_one_source_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef macros_of_one_source_module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_of_one_source",
    .m_size = sizeof(macros_of_one_source_state),
    .m_traverse = macros_of_one_source_traverse,
    .m_clear = macros_of_one_source_clear,
    .m_free = macros_of_one_source_free,
    .m_slots = macros_of_one_source_slots,
};

static int
macros_of_one_source_exec(PyObject *module)
{
    macros_of_one_source_state *state = get_macros_of_one_source_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    PyTypeObject *Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (Lid_Type == NULL)
        return -1;
    if (PyModule_AddType(module, state->Box_Type) < 0 ||
        PyModule_AddType(module, Lid_Type) < 0) {
        Py_DECREF(Lid_Type);
        return -1;
    }
    Py_DECREF(Lid_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_macros_of_one_source(void)
{
    return PyModuleDef_Init(&macros_of_one_source_module_definition);
}
