#include <Python.h>

#ifndef WITHOUT_STEPS
#include "other.h"
#endif
#include "type_never_readied_in_other_unit_state.h"

static PyObject *
zero(PyObject *module, PyObject *ignored)
{
    return PyLong_FromLong(0);
}

static PyMethodDef functions[] = {
    {"zero", zero, METH_NOARGS, NULL},
#ifndef WITHOUT_STEPS
    {"steps_from", steps_from, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static int
type_never_readied_in_other_unit_traverse(PyObject *module, visitproc visit,
                                          void *arg)
{
    type_never_readied_in_other_unit_state *state =
        get_type_never_readied_in_other_unit_state(module);
    Py_VISIT(state->Steps_Type);
    return 0;
}

static int
type_never_readied_in_other_unit_clear(PyObject *module)
{
    type_never_readied_in_other_unit_state *state =
        get_type_never_readied_in_other_unit_state(module);
    Py_CLEAR(state->Steps_Type);
    return 0;
}

static void
type_never_readied_in_other_unit_free(void *module)
{
    type_never_readied_in_other_unit_clear((PyObject *)module);
}

static int type_never_readied_in_other_unit_exec(PyObject *module);

static PyModuleDef_Slot type_never_readied_in_other_unit_slots[] = {
    {Py_mod_exec, type_never_readied_in_other_unit_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef steps_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_never_readied_in_other_unit",
    .m_size = sizeof(type_never_readied_in_other_unit_state),
    .m_methods = functions,
    .m_traverse = type_never_readied_in_other_unit_traverse,
    .m_clear = type_never_readied_in_other_unit_clear,
    .m_free = type_never_readied_in_other_unit_free,
    .m_slots = type_never_readied_in_other_unit_slots,
};

#ifndef WITHOUT_STEPS
extern PyType_Spec Steps_spec;
#endif

static int
type_never_readied_in_other_unit_exec(PyObject *module)
{
#ifndef WITHOUT_STEPS
    type_never_readied_in_other_unit_state *state =
        get_type_never_readied_in_other_unit_state(module);
    state->Steps_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Steps_spec, NULL);
    if (state->Steps_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Steps_Type->tp_new = NULL;
#endif
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_type_never_readied_in_other_unit(void)
{
    return PyModuleDef_Init(&steps_module);
}
