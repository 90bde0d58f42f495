#include "reel.h"

static PyObject *
is_reel(PyObject *module, PyObject *given)
{
    type_declared_without_extern_state *state =
        get_type_declared_without_extern_state(module);

    return PyBool_FromLong(Reel_CheckExact(state, given));
}

static PyMethodDef reels_methods[] = {
    {"is_reel", is_reel, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
type_declared_without_extern_traverse(PyObject *module, visitproc visit,
                                      void *arg)
{
    type_declared_without_extern_state *state =
        get_type_declared_without_extern_state(module);
    Py_VISIT(state->Reel_Type);
    return 0;
}

static int
type_declared_without_extern_clear(PyObject *module)
{
    type_declared_without_extern_state *state =
        get_type_declared_without_extern_state(module);
    Py_CLEAR(state->Reel_Type);
    return 0;
}

static void
type_declared_without_extern_free(void *module)
{
    type_declared_without_extern_clear((PyObject *)module);
}

static int type_declared_without_extern_exec(PyObject *module);

static PyModuleDef_Slot type_declared_without_extern_slots[] = {
    {Py_mod_exec, type_declared_without_extern_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef reels_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_declared_without_extern",
    .m_size = sizeof(type_declared_without_extern_state),
    .m_methods = reels_methods,
    .m_traverse = type_declared_without_extern_traverse,
    .m_clear = type_declared_without_extern_clear,
    .m_free = type_declared_without_extern_free,
    .m_slots = type_declared_without_extern_slots,
};

static int
type_declared_without_extern_exec(PyObject *module)
{
    type_declared_without_extern_state *state =
        get_type_declared_without_extern_state(module);

    state->Reel_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Reel_spec, NULL);
    if (state->Reel_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Reel_Type);
    if (PyModule_AddObject(module, "Reel", (PyObject *)state->Reel_Type) < 0) {
        Py_DECREF(state->Reel_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_type_declared_without_extern(void)
{
    return PyModuleDef_Init(&reels_definition);
}
