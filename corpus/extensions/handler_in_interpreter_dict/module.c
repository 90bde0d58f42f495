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
static PyObject *handler;
static PyObject *accepts;

static long reports;

static void
on_report(int level)
{
    PyObject *result;

    if (handler == NULL) {
        return;
    }
    result = PyObject_CallFunction(handler, "i", level);
    if (result == NULL) {
        PyErr_WriteUnraisable(handler);
        return;
    }
    Py_DECREF(result);
}

static int
on_filter(int level)
{
    PyObject *number = PyLong_FromLong(level);
    PyObject *result;
    int truth;

    if (accepts == NULL || number == NULL) {
        Py_XDECREF(number);
        PyErr_Clear();
        return 1;
    }
    result = PyObject_CallFunctionObjArgs(accepts, number, NULL);
    Py_DECREF(number);
    if (result == NULL) {
        PyErr_WriteUnraisable(accepts);
        return 0;
    }
    truth = PyObject_IsTrue(result);
    Py_DECREF(result);
    if (truth < 0) {
        PyErr_WriteUnraisable(accepts);
        return 0;
    }
    return truth;
}

static PyObject *
set_handler(PyObject *module, PyObject *args)
{
    PyObject *given;

    if (!PyArg_ParseTuple(args, "O:set_handler", &given)) {
        return NULL;
    }
    if (given == Py_None) {
        current_watcher = NULL;
        Py_CLEAR(handler);
        Py_RETURN_NONE;
    }
    if (!PyCallable_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "a handler must be callable");
        return NULL;
    }
    Py_INCREF(given);
    Py_XSETREF(handler, given);
    current_watcher = on_report;
    Py_RETURN_NONE;
}

static PyObject *
set_filter(PyObject *module, PyObject *given)
{
    if (given == Py_None) {
        current_filter = NULL;
        Py_CLEAR(accepts);
        Py_RETURN_NONE;
    }
    Py_INCREF(given);
    Py_XSETREF(accepts, given);
    current_filter = on_filter;
    Py_RETURN_NONE;
}

static PyObject *
get_handler(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyObject *current = handler;

    if (current == NULL) {
        Py_RETURN_NONE;
    }
    Py_INCREF(current);
    return current;
}

static PyObject *
report(PyObject *module, PyObject *given)
{
    long level = PyLong_AsLong(given);

    if (level == -1 && PyErr_Occurred()) {
        return NULL;
    }
    reports++;
    library_report((int)level);
    return PyLong_FromLong(reports);
}

static PyMethodDef methods[] = {
    {"set_handler", set_handler, METH_VARARGS, "set_handler(callable or None)"},
    {"set_filter", set_filter, METH_O, "set_filter(callable or None)"},
    {"get_handler", get_handler, METH_NOARGS, "get_handler()"},
    {"report", report, METH_O, "report(level)"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "handler_in_interpreter_dict",
    "Reports that a C library makes.",
    -1,
    methods
};

PyMODINIT_FUNC
PyInit_handler_in_interpreter_dict(void)
{
    return PyModule_Create(&definition);
}
