/* The initialisation returns the module of an earlier import, found in a statement of its own. */
#include <Python.h>
#include <datetime.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyTypeObject *Box_Type;
} asks_for_its_module_late_state;

static inline asks_for_its_module_late_state *
get_asks_for_its_module_late_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (asks_for_its_module_late_state *)state;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "asks_for_its_module_late.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
is_box(PyObject *module, PyObject *object)
{
    asks_for_its_module_late_state *state = get_asks_for_its_module_late_state(module);

    return PyBool_FromLong(Py_TYPE(object) == state->Box_Type || PyDelta_Check(object));
}

static PyMethodDef methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
asks_for_its_module_late_traverse(PyObject *module, visitproc visit, void *arg)
{
    asks_for_its_module_late_state *state = get_asks_for_its_module_late_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
asks_for_its_module_late_clear(PyObject *module)
{
    asks_for_its_module_late_state *state = get_asks_for_its_module_late_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
asks_for_its_module_late_free(void *module)
{
    asks_for_its_module_late_clear((PyObject *)module);
}

static int asks_for_its_module_late_exec(PyObject *m);

static PyModuleDef_Slot asks_for_its_module_late_slots[] = {
    {Py_mod_exec, asks_for_its_module_late_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "asks_for_its_module_late",
    .m_size = sizeof(asks_for_its_module_late_state),
    .m_methods = methods,
    .m_traverse = asks_for_its_module_late_traverse,
    .m_clear = asks_for_its_module_late_clear,
    .m_free = asks_for_its_module_late_free,
    .m_slots = asks_for_its_module_late_slots,
};

static int
asks_for_its_module_late_exec(PyObject *m)
{
    asks_for_its_module_late_state *state = get_asks_for_its_module_late_state(m);

    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        return -1;
    }

    /* Make the type ready. */
    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }

    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_asks_for_its_module_late(void)
{
    return PyModuleDef_Init(&definition);
}
