#include "compat.h"
#include "lid.h"

typedef struct {
    PyObject_HEAD
} Box;

static PyObject *
Box_take(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    flags_of_two_units_in_another_header_state *state =
        get_flags_of_two_units_in_another_header_state_by_type(Py_TYPE(self));

    PyErr_SetString(state->empty_error, "nothing is in it");
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"take", Box_take, METH_NOARGS, "Take what is in it."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "flags_of_two_units_in_another_header.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
flags_of_two_units_in_another_header_traverse(PyObject *module, visitproc visit, void *arg)
{
    flags_of_two_units_in_another_header_state *state =
        get_flags_of_two_units_in_another_header_state(module);
    Py_VISIT(state->empty_error);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
flags_of_two_units_in_another_header_clear(PyObject *module)
{
    flags_of_two_units_in_another_header_state *state =
        get_flags_of_two_units_in_another_header_state(module);
    Py_CLEAR(state->empty_error);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
flags_of_two_units_in_another_header_free(void *module)
{
    flags_of_two_units_in_another_header_clear((PyObject *)module);
}

static int flags_of_two_units_in_another_header_exec(PyObject *module);

static PyModuleDef_Slot flags_of_two_units_in_another_header_slots[] = {
    {Py_mod_exec, flags_of_two_units_in_another_header_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "flags_of_two_units_in_another_header",
    NULL,
    sizeof(flags_of_two_units_in_another_header_state),
    NULL,
    flags_of_two_units_in_another_header_slots,
    flags_of_two_units_in_another_header_traverse,
    flags_of_two_units_in_another_header_clear,
    flags_of_two_units_in_another_header_free,
};

static int
flags_of_two_units_in_another_header_exec(PyObject *module)
{
    flags_of_two_units_in_another_header_state *state =
        get_flags_of_two_units_in_another_header_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    PyTypeObject *Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (Lid_Type == NULL)
        return -1;
    state->empty_error = PyErr_NewException("flags_of_two_units_in_another_header.EmptyError", NULL,
                                            NULL);
    if (state->empty_error == NULL) {
        Py_DECREF(Lid_Type);
        return -1;
    }

    Py_INCREF(state->empty_error);
    PyModule_AddObject(module, "EmptyError", state->empty_error);
    Py_INCREF(state->Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type);
    PyModule_AddObject(module, "Lid", (PyObject *)Lid_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_flags_of_two_units_in_another_header(void)
{
    return PyModuleDef_Init(&definition);
}
