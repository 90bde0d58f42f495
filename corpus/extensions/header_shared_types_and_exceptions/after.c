#include "shared.h"

/* The exceptions of the package, by code, and the module itself. The type lives in other.c. */

PyObject *
store_error(header_shared_types_and_exceptions_state *state, int code)
{
    PyErr_Format(state->store_errors[code], "code %d", code);
    return NULL;
}

#define add_error(state, name)                                                                       \
    do {                                                                                             \
        PyObject *error = PyErr_NewException("header_shared_types_and_exceptions." #name,            \
                                             (state)->store_errors[0], NULL);                        \
        if (error == NULL)                                                                           \
            return -1;                                                                               \
        Py_INCREF(error);                                                                            \
        Py_XSETREF((state)->store_errors[STORE_##name], error);                                      \
        if (PyModule_AddObject(module, #name, error) < 0)                                            \
            return -1;                                                                               \
    } while (0)

int
add_errors(PyObject *module)
{
    header_shared_types_and_exceptions_state *state =
        get_header_shared_types_and_exceptions_state(module);

    state->store_errors[0] = PyErr_NewException("header_shared_types_and_exceptions.Error", NULL,
                                                NULL);
    if (state->store_errors[0] == NULL)
        return -1;
    Py_INCREF(state->store_errors[0]);
    if (PyModule_AddObject(module, "Error", state->store_errors[0]) < 0)
        return -1;

    add_error(state, FULL);
    add_error(state, GONE);
    /* The same index again: the class called GONE is not the one that gets raised. */
    add_error(state, CLOSED);
    return 0;
}

static PyObject *
create(PyObject *self, PyObject *unused)
{
    header_shared_types_and_exceptions_state *state =
        get_header_shared_types_and_exceptions_state(self);

    return new_store(state);
}

static PyObject *
is_store(PyObject *self, PyObject *arg)
{
    header_shared_types_and_exceptions_state *state =
        get_header_shared_types_and_exceptions_state(self);

    return PyBool_FromLong(Store_Check(state, arg));
}

static PyMethodDef functions[] = {
    {"create", create, METH_NOARGS, "Return an empty store."},
    {"is_store", is_store, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
header_shared_types_and_exceptions_traverse(PyObject *module, visitproc visit, void *arg)
{
    header_shared_types_and_exceptions_state *state =
        get_header_shared_types_and_exceptions_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->store_errors) / sizeof(state->store_errors[0]); i++) {
        Py_VISIT(state->store_errors[i]);
    }
    Py_VISIT(state->Store_Type);
    return 0;
}

static int
header_shared_types_and_exceptions_clear(PyObject *module)
{
    header_shared_types_and_exceptions_state *state =
        get_header_shared_types_and_exceptions_state(module);
    size_t i;
    for (i = 0; i < sizeof(state->store_errors) / sizeof(state->store_errors[0]); i++) {
        Py_CLEAR(state->store_errors[i]);
    }
    Py_CLEAR(state->Store_Type);
    return 0;
}

static void
header_shared_types_and_exceptions_free(void *module)
{
    header_shared_types_and_exceptions_clear((PyObject *)module);
}

static int header_shared_types_and_exceptions_exec(PyObject *module);

static PyModuleDef_Slot header_shared_types_and_exceptions_slots[] = {
    {Py_mod_exec, header_shared_types_and_exceptions_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, "header_shared_types_and_exceptions", "Stores.",
    sizeof(header_shared_types_and_exceptions_state), functions,
    header_shared_types_and_exceptions_slots, header_shared_types_and_exceptions_traverse,
    header_shared_types_and_exceptions_clear, header_shared_types_and_exceptions_free
};

static int
header_shared_types_and_exceptions_exec(PyObject *module)
{
    header_shared_types_and_exceptions_state *state =
        get_header_shared_types_and_exceptions_state(module);

    state->Store_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Store_spec, NULL);
    if (state->Store_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Store_Type->tp_new = NULL;
#endif
    if (add_errors(module) < 0) {
        return -1;
    }
    Py_INCREF(state->Store_Type);
    if (PyModule_AddObject(module, "Store", (PyObject *)state->Store_Type) < 0) {
        Py_DECREF(state->Store_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_header_shared_types_and_exceptions(void)
{
    return PyModuleDef_Init(&module_definition);
}
