#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Interned names and exceptions, which macros declare, make and add. */

#define COUNTERS(DO) DO(hits) DO(misses)
#define NEW_COUNTER(name) \
    if ((state->counter_##name = PyDict_New()) == NULL) \
        return -1;
#define ADD_COUNTER(name) \
    Py_INCREF(state->counter_##name); \
    if (PyModule_AddObject(m, #name, state->counter_##name) < 0) { \
        Py_DECREF(state->counter_##name); \
        return -1; \
    }

typedef struct {
    PyObject *str_get;
    PyObject *counter_hits;
    PyObject *counter_misses;
    PyObject *Missing;
} names_in_lists_state;

static inline names_in_lists_state *
get_names_in_lists_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (names_in_lists_state *)state;
}

static int
count(PyObject *counter, PyObject *key)
{
    PyObject *old = PyDict_GetItemWithError(counter, key);
    PyObject *new;
    int result;

    if (old == NULL && PyErr_Occurred())
        return -1;
    new = PyLong_FromLong(old == NULL ? 1 : PyLong_AsLong(old) + 1);
    if (new == NULL)
        return -1;
    result = PyDict_SetItem(counter, key, new);
    Py_DECREF(new);
    return result;
}

static PyObject *
find(PyObject *self, PyObject *args)
{
    names_in_lists_state *state = get_names_in_lists_state(self);
    PyObject *mapping, *key, *found;

    if (!PyArg_ParseTuple(args, "OO:find", &mapping, &key))
        return NULL;
    found = PyObject_CallMethodObjArgs(mapping, state->str_get, key, NULL);
    if (found == NULL)
        return NULL;
    if (found != Py_None)
        return count(state->counter_hits, key) < 0 ? (Py_DECREF(found), NULL)
                : found;
    Py_DECREF(found);
    if (count(state->counter_misses, key) == 0)
        PyErr_SetObject(state->Missing, key);
    return NULL;
}

static PyMethodDef methods[] = {
    {"find", find, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
names_in_lists_traverse(PyObject *module, visitproc visit, void *arg)
{
    names_in_lists_state *state = get_names_in_lists_state(module);
    Py_VISIT(state->str_get);
    Py_VISIT(state->counter_hits);
    Py_VISIT(state->counter_misses);
    Py_VISIT(state->Missing);
    return 0;
}

static int
names_in_lists_clear(PyObject *module)
{
    names_in_lists_state *state = get_names_in_lists_state(module);
    Py_CLEAR(state->str_get);
    Py_CLEAR(state->counter_hits);
    Py_CLEAR(state->counter_misses);
    Py_CLEAR(state->Missing);
    return 0;
}

static void
names_in_lists_free(void *module)
{
    names_in_lists_clear((PyObject *)module);
}

static int names_in_lists_exec(PyObject *m);

static PyModuleDef_Slot names_in_lists_slots[] = {
    {Py_mod_exec, names_in_lists_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef names_in_lists = {
    PyModuleDef_HEAD_INIT, "names_in_lists", NULL, sizeof(names_in_lists_state),
    methods,
    names_in_lists_slots, names_in_lists_traverse, names_in_lists_clear,
    names_in_lists_free
};

static int
names_in_lists_exec(PyObject *m)
{
    names_in_lists_state *state = get_names_in_lists_state(m);

#define INIT_STRING(name) \
    if ((state->str_##name = PyUnicode_InternFromString(#name)) == \
        NULL) return -1

    INIT_STRING(get);
    COUNTERS(NEW_COUNTER)
    COUNTERS(ADD_COUNTER)
    state->Missing = PyErr_NewException("names_in_lists.Missing", PyExc_KeyError,
                                        NULL);
    if (state->Missing == NULL)
        return -1;
    Py_INCREF(state->Missing);
    PyModule_AddObject(m, "Missing", state->Missing);
    return 0;
}

PyMODINIT_FUNC
PyInit_names_in_lists(void)
{
    return PyModuleDef_Init(&names_in_lists);
}
