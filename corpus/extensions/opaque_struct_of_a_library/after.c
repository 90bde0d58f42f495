#include "shared.h"

static PyObject *
start(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    opaque_struct_of_a_library_state *state =
        get_opaque_struct_of_a_library_state(module);

    if (state->counted == NULL) {
        state->counted = tally_new();
    }
    if (state->counted == NULL) {
        PyErr_SetString(state->TallyError, "no memory");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
stop(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    opaque_struct_of_a_library_state *state =
        get_opaque_struct_of_a_library_state(module);

    tally_free(state->counted);
    state->counted = NULL;
    Py_RETURN_NONE;
}

static PyObject *
add(PyObject *module, PyObject *argument)
{
    opaque_struct_of_a_library_state *state =
        get_opaque_struct_of_a_library_state(module);
    long number = PyLong_AsLong(argument);

    if ((number == -1 && PyErr_Occurred()) || check_number(state, number) < 0) {
        return NULL;
    }
    return PyLong_FromLong(tally_add(state->counted, number));
}

static PyMethodDef functions[] = {
    {"start", start, METH_NOARGS, NULL},
    {"stop", stop, METH_NOARGS, NULL},
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
opaque_struct_of_a_library_traverse(PyObject *module, visitproc visit, void *arg)
{
    opaque_struct_of_a_library_state *state =
        get_opaque_struct_of_a_library_state(module);
    Py_VISIT(state->TallyError);
    return 0;
}

static int
opaque_struct_of_a_library_clear(PyObject *module)
{
    opaque_struct_of_a_library_state *state =
        get_opaque_struct_of_a_library_state(module);
    Py_CLEAR(state->TallyError);
    return 0;
}

static void
opaque_struct_of_a_library_free(void *module)
{
    opaque_struct_of_a_library_clear((PyObject *)module);
}

static int opaque_struct_of_a_library_exec(PyObject *module);

static PyModuleDef_Slot opaque_struct_of_a_library_slots[] = {
    {Py_mod_exec, opaque_struct_of_a_library_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "opaque_struct_of_a_library",
    .m_size = sizeof(opaque_struct_of_a_library_state),
    .m_methods = functions,
    .m_traverse = opaque_struct_of_a_library_traverse,
    .m_clear = opaque_struct_of_a_library_clear,
    .m_free = opaque_struct_of_a_library_free,
    .m_slots = opaque_struct_of_a_library_slots,
};

static int
opaque_struct_of_a_library_exec(PyObject *module)
{
    opaque_struct_of_a_library_state *state =
        get_opaque_struct_of_a_library_state(module);

    state->TallyError = PyErr_NewException("opaque_struct_of_a_library.TallyError", NULL,
                                           NULL);
    if (state->TallyError == NULL) {
        return -1;
    }
    Py_INCREF(state->TallyError);
    if (PyModule_AddObject(module, "TallyError", state->TallyError) < 0) {
        Py_DECREF(state->TallyError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_opaque_struct_of_a_library(void)
{
    return PyModuleDef_Init(&definition);
}
