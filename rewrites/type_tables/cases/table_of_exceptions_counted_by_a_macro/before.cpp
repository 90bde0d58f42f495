/* The same in C++, with a macro of the project for the length. */
#include <Python.h>
#include <string.h>

static PyObject *Error, *DataError, *OperationalError;

#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

struct mapping {
    const char *prefix;
    size_t length;
    PyObject **exception;
};

static const struct mapping mappings[] = {
    {"01002", 5, &OperationalError},
    {"22", 2, &DataError},
    {"23", 2, &DataError},
};

static PyObject *
exception_for(const char *state)
{
    size_t i;

    for (i = 0; i < COUNT(mappings); i++)
        if (memcmp(state, mappings[i].prefix, mappings[i].length) == 0)
            return *mappings[i].exception;
    return Error;
}

static PyObject *
fail(PyObject *module, PyObject *args)
{
    const char *state;

    if (!PyArg_ParseTuple(args, "s", &state)) {
        return NULL;
    }
    PyErr_SetString(exception_for(state), state);
    return NULL;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "table_of_exceptions_counted_by_a_macro", NULL, -1, functions
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

PyMODINIT_FUNC
PyInit_table_of_exceptions_counted_by_a_macro(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL) {
        return NULL;
    }
    if (add(module, "Error", &Error, NULL) < 0 || add(module, "DataError", &DataError, Error) < 0
        || add(module, "OperationalError", &OperationalError, Error) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
