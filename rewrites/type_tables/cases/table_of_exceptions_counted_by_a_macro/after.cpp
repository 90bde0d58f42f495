/* The same in C++, with a macro of the project for the length. */
#include <Python.h>
#include <string.h>

typedef struct {
    PyObject *Error;
    PyObject *DataError;
    PyObject *OperationalError;
} table_of_exceptions_counted_by_a_macro_state;

static inline table_of_exceptions_counted_by_a_macro_state *
get_table_of_exceptions_counted_by_a_macro_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (table_of_exceptions_counted_by_a_macro_state *)state;
}

#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

struct mapping {
    const char *prefix;
    size_t length;
    PyObject **exception;
};

static PyObject *
exception_for(table_of_exceptions_counted_by_a_macro_state *module_state, const char *state)
{
    const struct mapping mappings[] = {
        {"01002", 5, &module_state->OperationalError},
        {"22", 2, &module_state->DataError},
        {"23", 2, &module_state->DataError},
    };
    size_t i;

    for (i = 0; i < COUNT(mappings); i++)
        if (memcmp(state, mappings[i].prefix, mappings[i].length) == 0)
            return *mappings[i].exception;
    return module_state->Error;
}

static PyObject *
fail(PyObject *module, PyObject *args)
{
    table_of_exceptions_counted_by_a_macro_state *module_state =
        get_table_of_exceptions_counted_by_a_macro_state(module);
    const char *state;

    if (!PyArg_ParseTuple(args, "s", &state)) {
        return NULL;
    }
    PyErr_SetString(exception_for(module_state, state), state);
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
table_of_exceptions_counted_by_a_macro_traverse(PyObject *module, visitproc visit, void *arg)
{
    table_of_exceptions_counted_by_a_macro_state *state =
        get_table_of_exceptions_counted_by_a_macro_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->DataError);
    Py_VISIT(state->OperationalError);
    return 0;
}

static int
table_of_exceptions_counted_by_a_macro_clear(PyObject *module)
{
    table_of_exceptions_counted_by_a_macro_state *state =
        get_table_of_exceptions_counted_by_a_macro_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->DataError);
    Py_CLEAR(state->OperationalError);
    return 0;
}

static void
table_of_exceptions_counted_by_a_macro_free(void *module)
{
    table_of_exceptions_counted_by_a_macro_clear((PyObject *)module);
}

static int table_of_exceptions_counted_by_a_macro_exec(PyObject *module);

static PyModuleDef_Slot table_of_exceptions_counted_by_a_macro_slots[] = {
    {Py_mod_exec, (void *)table_of_exceptions_counted_by_a_macro_exec},
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "table_of_exceptions_counted_by_a_macro", NULL,
    sizeof(table_of_exceptions_counted_by_a_macro_state), functions,
    table_of_exceptions_counted_by_a_macro_slots,
    table_of_exceptions_counted_by_a_macro_traverse,
    table_of_exceptions_counted_by_a_macro_clear,
    table_of_exceptions_counted_by_a_macro_free
};

static int
add(PyObject *module, const char *name, PyObject **place, PyObject *base)
{
    char full[96];

    PyOS_snprintf(full, sizeof(full), "table_of_exceptions_counted_by_a_macro.%s", name);
    *place = PyErr_NewException(full, base, NULL);
    if (*place == NULL) {
        return -1;
    }
    Py_INCREF(*place);
    if (PyModule_AddObject(module, name, *place) < 0) {
        Py_DECREF(*place);
        return -1;
    }
    return 0;
}

static int
table_of_exceptions_counted_by_a_macro_exec(PyObject *module)
{
    table_of_exceptions_counted_by_a_macro_state *state =
        get_table_of_exceptions_counted_by_a_macro_state(module);

    if (add(module, "Error", &state->Error, NULL) < 0
        || add(module, "DataError", &state->DataError, state->Error) < 0
        || add(module, "OperationalError", &state->OperationalError, state->Error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_table_of_exceptions_counted_by_a_macro(void)
{
    return PyModuleDef_Init(&definition);
}
