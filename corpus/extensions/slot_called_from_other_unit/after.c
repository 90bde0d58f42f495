#include <Python.h>

#include "shared.h"

/* Entry is defined in other.c, where its slots are static: here they're only known through the type. */
static PyObject *
open_entry(PyObject *module, PyObject *name)
{
    slot_called_from_other_unit_state *state = get_slot_called_from_other_unit_state(module);
    PyObject *args, *entry;

    args = PyTuple_Pack(1, name);
    if (args == NULL)
        return NULL;
    entry = state->Entry_Type->tp_new(state->Entry_Type, args, NULL);
    if (entry != NULL && state->Entry_Type->tp_init(entry, args, NULL) < 0) {
        state->Entry_Type->tp_dealloc(entry);
        entry = NULL;
    }
    Py_DECREF(args);
    return entry;
}

static PyMethodDef entry_methods[] = {
    {"open", open_entry, METH_O, "Return an entry."},
    {NULL, NULL, 0, NULL}
};

static int
slot_called_from_other_unit_traverse(PyObject *module, visitproc visit, void *arg)
{
    slot_called_from_other_unit_state *state = get_slot_called_from_other_unit_state(module);
    Py_VISIT(state->Entry_Type);
    return 0;
}

static int
slot_called_from_other_unit_clear(PyObject *module)
{
    slot_called_from_other_unit_state *state = get_slot_called_from_other_unit_state(module);
    Py_CLEAR(state->Entry_Type);
    return 0;
}

static void
slot_called_from_other_unit_free(void *module)
{
    slot_called_from_other_unit_clear((PyObject *)module);
}

static int slot_called_from_other_unit_exec(PyObject *module);

static PyModuleDef_Slot slot_called_from_other_unit_slots[] = {
    {Py_mod_exec, slot_called_from_other_unit_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef entry_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "slot_called_from_other_unit",
    .m_doc = "Entries with names.",
    .m_size = sizeof(slot_called_from_other_unit_state),
    .m_methods = entry_methods,
    .m_traverse = slot_called_from_other_unit_traverse,
    .m_clear = slot_called_from_other_unit_clear,
    .m_free = slot_called_from_other_unit_free,
    .m_slots = slot_called_from_other_unit_slots,
};

static int
slot_called_from_other_unit_exec(PyObject *module)
{
    slot_called_from_other_unit_state *state = get_slot_called_from_other_unit_state(module);

    state->Entry_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Entry_spec, NULL);
    if (state->Entry_Type == NULL)
        return -1;
    Py_INCREF(state->Entry_Type);
    if (PyModule_AddObject(module, "Entry", (PyObject *)state->Entry_Type) < 0) {
        Py_DECREF(state->Entry_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_slot_called_from_other_unit(void)
{
    return PyModuleDef_Init(&entry_module);
}
