/* Errors stand in tables that pointers go through: in loops, out of a search, and as parameters. */

#include <Python.h>

typedef struct {
    int code;
    const char *name;
    PyObject *error;
    PyObject *last;
} Failure;

static PyObject *BaseError;

static Failure failures[] = {
    {1, "NotFound", NULL, NULL},
    {2, "Locked", NULL, NULL},
    {3, "Broken", NULL, NULL},
#ifdef MS_WINDOWS
    {4, "Shared", NULL, NULL},
#endif
    {0, NULL, NULL, NULL},
};

/* Old names of the same errors, and one more. */
static Failure aliases[] = {
    {1, "Missing", NULL, NULL},
    {9, "Unknown", NULL, NULL},
};

static Failure *
find_failure(long code)
{
    const Failure *end = aliases + sizeof(aliases) / sizeof(aliases[0]);

    for (Failure *failure = failures; failure->name != NULL; failure++) {
        if (failure->code == code)
            return failure;
    }
    for (Failure *failure = aliases; failure < end; failure++) {
        if (failure->code == code)
            return &aliases[failure - aliases];
    }
    return NULL;
}

static void
remember(Failure *failure, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(failure->last, value);
}

static PyObject *
fail(PyObject *module, PyObject *args)
{
    long code;
    PyObject *value;

    if (!PyArg_ParseTuple(args, "lO:fail", &code, &value))
        return NULL;
    Failure *failure = find_failure(code);
    if (failure == NULL) {
        PyErr_SetObject(BaseError, value);
        return NULL;
    }
    remember(failure, value);
    PyErr_SetObject(failure->error, value);
    return NULL;
}

static PyObject *
last_value(PyObject *module, PyObject *arg)
{
    long code = PyLong_AsLong(arg);

    if (code == -1 && PyErr_Occurred())
        return NULL;
    Failure *failure = find_failure(code);
    if (failure == NULL || failure->last == NULL)
        Py_RETURN_NONE;
    Py_INCREF(failure->last);
    return failure->last;
}

static PyObject *
forget(PyObject *module, PyObject *unused)
{
    Failure *failure;

    for (failure = failures; failure->name != NULL; ++failure)
        Py_CLEAR(failure->last);
    failure = aliases + 1;
    Py_CLEAR(failure->last);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"fail", fail, METH_VARARGS, NULL},
    {"last_value", last_value, METH_O, NULL},
    {"forget", forget, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "elements_by_pointers", NULL, -1, functions
};

static int
add_errors(PyObject *module)
{
    Failure *failure;
    char name[64];

    BaseError = PyErr_NewException("elements_by_pointers.BaseError", NULL, NULL);
    if (BaseError == NULL)
        return -1;
    for (failure = failures; failure->name != NULL; failure++) {
        PyOS_snprintf(name, sizeof(name), "elements_by_pointers.%s", failure->name);
        failure->error = PyErr_NewException(name, BaseError, NULL);
        if (failure->error == NULL)
            return -1;
        if (PyModule_AddObject(module, failure->name, failure->error) < 0)
            return -1;
    }
    aliases[0].error = failures[0].error;
    aliases[1].error = PyErr_NewException("elements_by_pointers.Unknown", BaseError, NULL);
    return aliases[1].error == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_elements_by_pointers(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    if (add_errors(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
