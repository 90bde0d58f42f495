#include "lid.h"

static int
module_exec(PyObject *module)
{
#ifdef HAVE_LIDS
    source_for_some_platforms_state *state =
        get_source_for_some_platforms_state(module);
    state->Lid_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (state->Lid_Type == NULL) {
        return -1;
    }
#endif
#ifdef HAVE_LIDS
    PyObject *size;

    if (PyModule_AddType(module, state->Lid_Type) < 0) {
        return -1;
    }
    size = PyLong_FromLong(3);
    if (size == NULL) {
        return -1;
    }
    if (PyDict_SetItemString(state->Lid_Type->tp_dict, "SIZE", size) < 0) {
        Py_DECREF(size);
        return -1;
    }
    Py_DECREF(size);
#endif
    return 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static int
source_for_some_platforms_traverse(PyObject *module, visitproc visit,
                                   void *arg)
{
    source_for_some_platforms_state *state =
        get_source_for_some_platforms_state(module);
    Py_VISIT(state->Lid_Type);
    return 0;
}

static int
source_for_some_platforms_clear(PyObject *module)
{
    source_for_some_platforms_state *state =
        get_source_for_some_platforms_state(module);
    Py_CLEAR(state->Lid_Type);
    return 0;
}

static void
source_for_some_platforms_free(void *module)
{
    source_for_some_platforms_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "source_for_some_platforms",
    .m_slots = module_slots,
    .m_size = sizeof(source_for_some_platforms_state),
    .m_traverse = source_for_some_platforms_traverse,
    .m_clear = source_for_some_platforms_clear,
    .m_free = source_for_some_platforms_free,
};

PyMODINIT_FUNC
PyInit_source_for_some_platforms(void)
{
    return PyModuleDef_Init(&definition);
}
