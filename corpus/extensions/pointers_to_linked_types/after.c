#include "shared.h"

static PyObject *
is_box(PyObject *module, PyObject *value)
{
    pointers_to_linked_types_state *state =
        get_pointers_to_linked_types_state(module);

    return PyBool_FromLong(
        PyObject_IsInstance(value, (PyObject *)state->Box_Type));
}

static PyMethodDef shelf_methods[] = {
    {"is_box", is_box, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
pointers_to_linked_types_traverse(PyObject *module, visitproc visit, void *arg)
{
    pointers_to_linked_types_state *state =
        get_pointers_to_linked_types_state(module);
    Py_VISIT(state->Box_Type);
    Py_VISIT(state->Owner_Type);
    Py_VISIT(state->Lid_Type);
    Py_VISIT(state->ErrorObject);
    return 0;
}

static int
pointers_to_linked_types_clear(PyObject *module)
{
    pointers_to_linked_types_state *state =
        get_pointers_to_linked_types_state(module);
    Py_CLEAR(state->Box_Type);
    Py_CLEAR(state->Owner_Type);
    Py_CLEAR(state->Lid_Type);
    Py_CLEAR(state->ErrorObject);
    return 0;
}

static void
pointers_to_linked_types_free(void *module)
{
    pointers_to_linked_types_clear((PyObject *)module);
}

static int pointers_to_linked_types_exec(PyObject *m);

static PyModuleDef_Slot pointers_to_linked_types_slots[] = {
    {Py_mod_exec, pointers_to_linked_types_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef shelfmodule = {
    PyModuleDef_HEAD_INIT, "pointers_to_linked_types", NULL,
    sizeof(pointers_to_linked_types_state), shelf_methods,
    pointers_to_linked_types_slots, pointers_to_linked_types_traverse,
    pointers_to_linked_types_clear, pointers_to_linked_types_free,
};

#ifdef HAVE_LID
extern PyType_Spec Owner_spec;
#endif

static int
pointers_to_linked_types_exec(PyObject *m)
{
    pointers_to_linked_types_state *state = get_pointers_to_linked_types_state(m);
    PyObject *d;

    /* Initialize the type of the new type objects here. */
#ifdef HAVE_LID
    state->Owner_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Owner_spec, NULL);
    if (state->Owner_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Owner_Type->tp_new = NULL;
#endif
#endif

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        goto error;
    assert(state->Box_Type->tp_basicsize > 0);
#ifdef HAVE_LID
    state->Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Lid_spec, NULL);
    if (state->Lid_Type == NULL)
        goto error;
    assert(state->Lid_Type->tp_weaklistoffset > 0);
#endif

    d = PyModule_GetDict(m);
    state->ErrorObject = PyErr_NewException("pointers_to_linked_types.error", NULL,
                                            NULL);
    if (state->ErrorObject == NULL)
        goto error;
    if (PyDict_SetItemString(d, "error", state->ErrorObject) < 0)
        goto error;
    if (PyDict_SetItemString(d, "Box", (PyObject *)state->Box_Type) < 0)
        goto error;
#ifdef HAVE_LID
    if (PyDict_SetItemString(d, "Lid", (PyObject *)state->Lid_Type) < 0)
        goto error;
#endif
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_pointers_to_linked_types(void)
{
    return PyModuleDef_Init(&shelfmodule);
}
