#include <Python.h>
#include <stdlib.h>

/* A library that calls back without a word on whose behalf. */

typedef void (*watcher)(int level);
typedef int (*filter)(int level);

static watcher current_watcher;
static filter current_filter;

static void
library_report(int level)
{
    if (current_filter != NULL && !current_filter(level)) {
        return;
    }
    if (current_watcher != NULL) {
        current_watcher(level);
    }
}

/* Called with the level of each report. */
/* Kept once per interpreter: callbacks that use it have no way to a module. */
typedef struct {
    PyObject *handler;
    PyObject *accepts;
} handler_in_interpreter_dict_shared;

static void
free_handler_in_interpreter_dict_shared(PyObject *capsule)
{
    handler_in_interpreter_dict_shared *shared =
        PyCapsule_GetPointer(capsule, "handler_in_interpreter_dict._shared");

    Py_CLEAR(shared->handler);
    Py_CLEAR(shared->accepts);
    PyMem_Free(shared);
}

static PyObject *
new_handler_in_interpreter_dict_shared(void)
{
    handler_in_interpreter_dict_shared *shared =
        PyMem_Calloc(1, sizeof(handler_in_interpreter_dict_shared));
    PyObject *capsule;

    if (shared == NULL) {
        return PyErr_NoMemory();
    }
    capsule = PyCapsule_New(shared, "handler_in_interpreter_dict._shared",
                            free_handler_in_interpreter_dict_shared);
    if (capsule == NULL) {
        PyMem_Free(shared);
    }
    return capsule;
}

static handler_in_interpreter_dict_shared *
get_handler_in_interpreter_dict_shared(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *key, *found, *capsule;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return NULL;
    }
    key = PyUnicode_FromString("handler_in_interpreter_dict._shared");
    if (key == NULL) {
        return NULL;
    }
    found = PyDict_GetItemWithError(dict, key);
    if (found == NULL && PyDict_Contains(dict, key) == 0) {
        capsule = new_handler_in_interpreter_dict_shared();
        if (capsule != NULL) {
            found = PyDict_SetDefault(dict, key, capsule);
            Py_DECREF(capsule);
        }
    }
    Py_DECREF(key);
    return found != NULL
           ? PyCapsule_GetPointer(found, "handler_in_interpreter_dict._shared")
           : NULL;
}

typedef struct {
    long reports;
} handler_in_interpreter_dict_state;

static inline handler_in_interpreter_dict_state *
get_handler_in_interpreter_dict_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (handler_in_interpreter_dict_state *)state;
}

static void
on_report(int level)
{
    handler_in_interpreter_dict_shared *shared =
        get_handler_in_interpreter_dict_shared();
    PyObject *result;

    if (shared == NULL) {
        PyErr_WriteUnraisable(NULL);
        return;
    }
    if (shared->handler == NULL) {
        return;
    }
    result = PyObject_CallFunction(shared->handler, "i", level);
    if (result == NULL) {
        PyErr_WriteUnraisable(shared->handler);
        return;
    }
    Py_DECREF(result);
}

static int
on_filter(int level)
{
    handler_in_interpreter_dict_shared *shared =
        get_handler_in_interpreter_dict_shared();

    if (shared == NULL) {
        PyErr_WriteUnraisable(NULL);
        return 0;
    }

    PyObject *number = PyLong_FromLong(level);
    PyObject *result;
    int truth;

    if (shared->accepts == NULL || number == NULL) {
        Py_XDECREF(number);
        PyErr_Clear();
        return 1;
    }
    result = PyObject_CallFunctionObjArgs(shared->accepts, number, NULL);
    Py_DECREF(number);
    if (result == NULL) {
        PyErr_WriteUnraisable(shared->accepts);
        return 0;
    }
    truth = PyObject_IsTrue(result);
    Py_DECREF(result);
    if (truth < 0) {
        PyErr_WriteUnraisable(shared->accepts);
        return 0;
    }
    return truth;
}

static PyObject *
set_handler(PyObject *module, PyObject *args)
{
    handler_in_interpreter_dict_shared *shared =
        get_handler_in_interpreter_dict_shared();
    PyObject *given;

    if (shared == NULL) {
        return NULL;
    }
    if (!PyArg_ParseTuple(args, "O:set_handler", &given)) {
        return NULL;
    }
    if (given == Py_None) {
        current_watcher = NULL;
        Py_CLEAR(shared->handler);
        Py_RETURN_NONE;
    }
    if (!PyCallable_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "a handler must be callable");
        return NULL;
    }
    Py_INCREF(given);
    Py_XSETREF(shared->handler, given);
    current_watcher = on_report;
    Py_RETURN_NONE;
}

static PyObject *
set_filter(PyObject *module, PyObject *given)
{
    handler_in_interpreter_dict_shared *shared =
        get_handler_in_interpreter_dict_shared();

    if (shared == NULL) {
        return NULL;
    }
    if (given == Py_None) {
        current_filter = NULL;
        Py_CLEAR(shared->accepts);
        Py_RETURN_NONE;
    }
    Py_INCREF(given);
    Py_XSETREF(shared->accepts, given);
    current_filter = on_filter;
    Py_RETURN_NONE;
}

static PyObject *
get_handler(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    handler_in_interpreter_dict_shared *shared =
        get_handler_in_interpreter_dict_shared();

    if (shared == NULL) {
        return NULL;
    }

    PyObject *current = shared->handler;

    if (current == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(current);
    return current;
}

static PyObject *
report(PyObject *module, PyObject *given)
{
    handler_in_interpreter_dict_state *state =
        get_handler_in_interpreter_dict_state(module);
    long level = PyLong_AsLong(given);

    if (level == -1 && PyErr_Occurred()) {
        return NULL;
    }
    state->reports++;
    library_report((int)level);
    return PyLong_FromLong(state->reports);
}

static PyMethodDef methods[] = {
    {"set_handler", set_handler, METH_VARARGS, "set_handler(callable or None)"},
    {"set_filter", set_filter, METH_O, "set_filter(callable or None)"},
    {"get_handler", get_handler, METH_NOARGS, "get_handler()"},
    {"report", report, METH_O, "report(level)"},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef_Slot handler_in_interpreter_dict_slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "handler_in_interpreter_dict",
    "Reports that a C library makes.",
    sizeof(handler_in_interpreter_dict_state),
    methods,
    handler_in_interpreter_dict_slots
};

PyMODINIT_FUNC
PyInit_handler_in_interpreter_dict(void)
{
    return PyModuleDef_Init(&definition);
}
