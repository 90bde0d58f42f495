#include <Python.h>
#include "counting.h"

/* Calls back for each number below the end. */
static int
count_up(int end, int (*visit)(int, void *), void *data)
{
    for (int i = 0; i < end; i++) {
        if (visit(i, data) < 0) {
            return -1;
        }
    }
    return 0;
}

static PyObject *
error_of(int code)
{
    for (Failure *failure = failures; failure->name != NULL; failure++) {
        if (failure->code == code) {
            return failure->exception;
        }
    }
    return Error;
}

static int
collect(int number, void *data)
{
    Collected *collected = data;

    if (number == collected->limit) {
        PyErr_Format(error_of(number), "%d is the limit", number);
        return -1;
    }
    PyObject *item = PyLong_FromLong(number);
    int done = item == NULL ? -1 : PyList_Append(collected->list, item);
    Py_XDECREF(item);
    return done;
}

static PyObject *
counting_collect(PyObject *module, PyObject *args)
{
    Collected collected;
    int end;

    if (!PyArg_ParseTuple(args, "ii", &end, &collected.limit)) {
        return NULL;
    }
    collected.list = PyList_New(0);
    if (collected.list == NULL) {
        return NULL;
    }
    if (count_up(end, collect, &collected) < 0) {
        Py_DECREF(collected.list);
        return NULL;
    }
    return collected.list;
}

static PyMethodDef counting_methods[] = {
    {"collect", counting_collect, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef counting_module = {
    PyModuleDef_HEAD_INIT, "counting", NULL, -1, counting_methods
};

PyMODINIT_FUNC
PyInit_counting(void)
{
    PyObject *module = PyModule_Create(&counting_module);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("counting.Error", NULL, NULL);
    if (Error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(Error);
    if (PyModule_AddObject(module, "Error", Error) < 0) {
        Py_DECREF(Error);
        Py_DECREF(module);
        return NULL;
    }
    for (Failure *failure = failures; failure->name != NULL; failure++) {
        char name[64];

        PyOS_snprintf(name, sizeof(name), "counting.%s", failure->name);
        failure->exception = PyErr_NewException(name, Error, NULL);
        if (failure->exception == NULL) {
            Py_DECREF(module);
            return NULL;
        }
        Py_INCREF(failure->exception);
        if (PyModule_AddObject(module, failure->name, failure->exception) < 0) {
            Py_DECREF(failure->exception);
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
