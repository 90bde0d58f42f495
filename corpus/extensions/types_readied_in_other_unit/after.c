#include <Python.h>

#include "shared.h"
#include "types_readied_in_other_unit_state.h"

/* The module only; its types live in other.c, which makes them ready and adds them. */

static int
types_readied_in_other_unit_traverse(PyObject *module, visitproc visit, void *arg)
{
    types_readied_in_other_unit_state *state =
        get_types_readied_in_other_unit_state(module);
    Py_VISIT(state->Ring_Type);
    Py_VISIT(state->RingIter_Type);
    return 0;
}

static int
types_readied_in_other_unit_clear(PyObject *module)
{
    types_readied_in_other_unit_state *state =
        get_types_readied_in_other_unit_state(module);
    Py_CLEAR(state->Ring_Type);
    Py_CLEAR(state->RingIter_Type);
    return 0;
}

static void
types_readied_in_other_unit_free(void *module)
{
    types_readied_in_other_unit_clear((PyObject *)module);
}

static int types_readied_in_other_unit_exec(PyObject *module);

static PyModuleDef_Slot types_readied_in_other_unit_slots[] = {
    {Py_mod_exec, types_readied_in_other_unit_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef ring_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "types_readied_in_other_unit",
    .m_doc = "Rings of objects.",
    .m_size = sizeof(types_readied_in_other_unit_state),
    .m_traverse = types_readied_in_other_unit_traverse,
    .m_clear = types_readied_in_other_unit_clear,
    .m_free = types_readied_in_other_unit_free,
    .m_slots = types_readied_in_other_unit_slots,
};

static int
types_readied_in_other_unit_exec(PyObject *module)
{
    if (!ring_init_types(module))
        return -1;

    if (ring_register(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_types_readied_in_other_unit(void)
{
    return PyModuleDef_Init(&ring_module);
}
