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
error_of(counting_state *state, int code)
{
    for (Failure *failure = state->failures; failure->name != NULL;
         failure++) {
        if (failure->code == code) {
            return failure->exception;
        }
    }
    return state->Error;
}

static int
collect(int number, void *data)
{
    Collected *collected = data;

    if (number == collected->limit) {
        counting_state *state = ((Collected *)data)->state;

        PyErr_Format(error_of(state, number), "%d is the limit", number);
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
    counting_state *state = get_counting_state(module);
    Collected collected;
    int end;

    collected.state = state;
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

static int
counting_traverse(PyObject *module, visitproc visit, void *arg)
{
    counting_state *state = get_counting_state(module);
    size_t i;
    Py_VISIT(state->Error);
    for (i = 0; i < sizeof(state->failures) / sizeof(state->failures[0]);
         i++) {
        Py_VISIT(state->failures[i].exception);
    }
    return 0;
}

static int
counting_clear(PyObject *module)
{
    counting_state *state = get_counting_state(module);
    size_t i;
    Py_CLEAR(state->Error);
    for (i = 0; i < sizeof(state->failures) / sizeof(state->failures[0]);
         i++) {
        Py_CLEAR(state->failures[i].exception);
    }
    return 0;
}

static void
counting_free(void *module)
{
    counting_clear((PyObject *)module);
}

static int counting_exec(PyObject *module);

static PyModuleDef_Slot counting_slots[] = {
    {Py_mod_exec, counting_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef counting_module = {
    PyModuleDef_HEAD_INIT, "counting", NULL, sizeof(counting_state),
    counting_methods, counting_slots, counting_traverse, counting_clear,
    counting_free
};

static int
counting_exec(PyObject *module)
{
    counting_state *state = get_counting_state(module);
    state->failures[0].code = 3;
    state->failures[0].name = "ThreeError";
    state->failures[1].code = 5;
    state->failures[1].name = "FiveError";
    state->Error = PyErr_NewException("counting.Error", NULL, NULL);
    if (state->Error == NULL) {
        return -1;
    }
    Py_INCREF(state->Error);
    if (PyModule_AddObject(module, "Error", state->Error) < 0) {
        Py_DECREF(state->Error);
        return -1;
    }
    for (Failure *failure = state->failures; failure->name != NULL;
         failure++) {
        char name[64];

        PyOS_snprintf(name, sizeof(name), "counting.%s", failure->name);
        failure->exception = PyErr_NewException(name, state->Error, NULL);
        if (failure->exception == NULL) {
            return -1;
        }
        Py_INCREF(failure->exception);
        if (PyModule_AddObject(module, failure->name, failure->exception) < 0) {
            Py_DECREF(failure->exception);
            return -1;
        }
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_counting(void)
{
    return PyModuleDef_Init(&counting_module);
}
