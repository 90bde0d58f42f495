#include <Python.h>

#define PUT PyTuple_SET_ITEM
#define APPEND_AT PyList_SetItem
#define PAIR "(iN)"

typedef struct {
    PyObject *in_tuple;
    PyObject *in_list;
    PyObject *in_sequence;
    PyObject *in_built_value;
    PyObject *in_call;
    PyObject *in_pair;
    PyObject *in_cause;
    PyObject *shared;
} references_taken_in_init_state;

static inline references_taken_in_init_state *
get_references_taken_in_init_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (references_taken_in_init_state *)state;
}

static PyStructSequence_Field fields[] = {{"first", NULL}, {NULL, NULL}};
static PyStructSequence_Desc description = {"references_taken_in_init.Row", NULL, fields, 1};

static PyObject *
get_all(PyObject *module, PyObject *unused)
{
    references_taken_in_init_state *state = get_references_taken_in_init_state(module);

    return PyTuple_Pack(8, state->in_tuple, state->in_list, state->in_sequence, state->in_built_value,
                        state->in_call, state->in_pair, state->in_cause, state->shared);
}

static int
add(PyObject *module, const char *name, PyObject *value)
{
    if (value == NULL)
        return -1;
    if (PyModule_AddObject(module, name, value) < 0) {
        Py_DECREF(value);
        return -1;
    }
    return 0;
}

static PyMethodDef methods[] = {
    {"get_all", get_all, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
references_taken_in_init_traverse(PyObject *module, visitproc visit, void *arg)
{
    references_taken_in_init_state *state = get_references_taken_in_init_state(module);
    Py_VISIT(state->in_tuple);
    Py_VISIT(state->in_list);
    Py_VISIT(state->in_sequence);
    Py_VISIT(state->in_built_value);
    Py_VISIT(state->in_call);
    Py_VISIT(state->in_pair);
    Py_VISIT(state->in_cause);
    Py_VISIT(state->shared);
    return 0;
}

static int
references_taken_in_init_clear(PyObject *module)
{
    references_taken_in_init_state *state = get_references_taken_in_init_state(module);
    Py_CLEAR(state->in_tuple);
    Py_CLEAR(state->in_list);
    Py_CLEAR(state->in_sequence);
    Py_CLEAR(state->in_built_value);
    Py_CLEAR(state->in_call);
    Py_CLEAR(state->in_pair);
    Py_CLEAR(state->in_cause);
    Py_CLEAR(state->shared);
    return 0;
}

static void
references_taken_in_init_free(void *module)
{
    references_taken_in_init_clear((PyObject *)module);
}

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "references_taken_in_init", NULL, sizeof(references_taken_in_init_state), methods,
    NULL, references_taken_in_init_traverse, references_taken_in_init_clear,
    references_taken_in_init_free,
};

PyMODINIT_FUNC
PyInit_references_taken_in_init(void)
{
    references_taken_in_init_state *state;
    PyObject *holder;
    PyTypeObject *row;
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    state = get_references_taken_in_init_state(module);
    state->in_tuple = PyUnicode_FromString("in a tuple");
    state->in_list = PyUnicode_FromString("in a list");
    state->in_sequence = PyUnicode_FromString("in a struct sequence");
    state->in_built_value = PyUnicode_FromString("in a built value");
    state->in_call = PyUnicode_FromString("in a call");
    state->in_pair = PyUnicode_FromString("in a pair");
    state->in_cause = PyErr_NewException("references_taken_in_init.Cause", NULL, NULL);
    state->shared = PyUnicode_FromString("shared");
    if (state->in_tuple == NULL || state->in_list == NULL || state->in_sequence == NULL
        || state->in_built_value == NULL || state->in_call == NULL
        || state->in_pair == NULL || state->in_cause == NULL || state->shared == NULL)
        return NULL;

    holder = PyTuple_New(1);
    if (holder == NULL)
        return NULL;
    Py_XINCREF(state->in_tuple);
    PUT(holder, 0, state->in_tuple);
    if (add(module, "tuple", holder) < 0)
        return NULL;

    holder = PyList_New(1);
    if (holder == NULL)
        return NULL;
    Py_XINCREF(state->in_list);
    APPEND_AT(holder, 0, state->in_list);
    if (add(module, "list", holder) < 0)
        return NULL;

    row = PyStructSequence_NewType(&description);
    if (row == NULL)
        return NULL;
    holder = PyStructSequence_New(row);
    if (holder == NULL)
        return NULL;
    Py_XINCREF(state->in_sequence);
    PyStructSequence_SET_ITEM(holder, 0, state->in_sequence);
    if (add(module, "row", holder) < 0)
        return NULL;

    Py_XINCREF(state->in_built_value);
    if (add(module, "built", Py_BuildValue("(s#N)", "ab", (Py_ssize_t)2, state->in_built_value)) < 0)
        return NULL;
    Py_XINCREF(state->in_call);
    if (add(module, "called", PyObject_CallFunction((PyObject *)&PyUnicode_Type, "N", state->in_call)) < 0)
        return NULL;
    Py_XINCREF(state->in_pair);
    if (add(module, "pair", Py_BuildValue(PAIR, 1, state->in_pair)) < 0)
        return NULL;

    holder = PyObject_CallNoArgs(PyExc_ValueError);
    if (holder == NULL)
        return NULL;
    PyException_SetCause(holder, PyObject_CallNoArgs(state->in_cause));
    if (add(module, "error", holder) < 0)
        return NULL;

    if (add(module, "both", Py_BuildValue("(OO)", state->shared, state->shared)) < 0)
        return NULL;
    return module;
}
