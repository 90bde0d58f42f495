/* Arguments are parsed right into globals, which get no reference to them. */
#include <Python.h>

typedef struct {
    PyObject *first;
    PyObject *second;
    PyObject *word;
} parsed_state;

static inline parsed_state *
get_parsed_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (parsed_state *)state;
}

static PyObject *
set_helpers(PyObject *self, PyObject *args)
{
    parsed_state *state = get_parsed_state(self);
    int loud;
    PyObject *new_first;
    PyObject *new_second;

    /* gets arguments */
    if (!PyArg_ParseTuple(args, "O!O!i:set_helpers", &PyFunction_Type,
                          &new_first,
                          &PyFunction_Type, &new_second, &loud)) {
        return NULL;
    }
    Py_INCREF(new_first);
    Py_XSETREF(state->first, new_first);
    Py_INCREF(new_second);
    Py_XSETREF(state->second, new_second);

    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *
set_word(PyObject *self, PyObject *args)
{
    parsed_state *state = get_parsed_state(self);
    PyObject *new_word;

    if (!PyArg_ParseTuple(args, "U", &new_word))
        return NULL;
    Py_INCREF(new_word);
    Py_XSETREF(state->word, new_word);
    Py_RETURN_NONE;
}

static PyObject *
call(PyObject *self, PyObject *noargs)
{
    parsed_state *state = get_parsed_state(self);
    PyObject *result;

    if (!state->first || !state->second || !state->word) {
        PyErr_SetString(PyExc_TypeError, "no helpers");
        return NULL;
    }
    result = PyObject_CallFunction(state->first, "(O)", state->word);
    if (result == NULL) {
        return NULL;
    }
    Py_DECREF(result);
    return PyObject_CallFunction(state->second, "(O)", state->word);
}

static PyMethodDef parsed_methods[] = {
    {"set_helpers", set_helpers, METH_VARARGS, NULL},
    {"set_word", set_word, METH_VARARGS, NULL},
    {"call", call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
parsed_traverse(PyObject *module, visitproc visit, void *arg)
{
    parsed_state *state = get_parsed_state(module);
    Py_VISIT(state->first);
    Py_VISIT(state->second);
    Py_VISIT(state->word);
    return 0;
}

static int
parsed_clear(PyObject *module)
{
    parsed_state *state = get_parsed_state(module);
    Py_CLEAR(state->first);
    Py_CLEAR(state->second);
    Py_CLEAR(state->word);
    return 0;
}

static void
parsed_free(void *module)
{
    parsed_clear((PyObject *)module);
}

static PyModuleDef_Slot parsed_slots[] = {
    {0, NULL}
};

static struct PyModuleDef parsed_module = {
    PyModuleDef_HEAD_INIT, "parsed", NULL, sizeof(parsed_state),
    parsed_methods, parsed_slots, parsed_traverse, parsed_clear, parsed_free
};

PyMODINIT_FUNC
PyInit_parsed(void)
{
    return PyModuleDef_Init(&parsed_module);
}
