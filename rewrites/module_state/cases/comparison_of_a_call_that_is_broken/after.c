/* The arguments of a call get too long, with a comparison behind them. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    struct {
        PyObject *object;
        const char *cstring;
    } opcode_names[2];
} edits_state;

static inline edits_state *
get_edits_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (edits_state *)state;
}

static int
is_edit(edits_state *state, PyObject *s, int i)
{
    if (s == state->opcode_names[i].object)
        return 1;
    if (PyUnicode_CompareWithASCIIString(
            s, state->opcode_names[i].cstring) == 0) {
        return 1;
    }
    return 0;
}

static PyObject *
edit(PyObject *module, PyObject *s)
{
    edits_state *state = get_edits_state(module);

    return PyBool_FromLong(is_edit(state, s, 0));
}

static PyMethodDef edits_methods[] = {
    {"edit", edit, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
edits_traverse(PyObject *module, visitproc visit, void *arg)
{
    edits_state *state = get_edits_state(module);
    size_t i;
    for (i = 0;
         i < sizeof(state->opcode_names) / sizeof(state->opcode_names[0]);
         i++) {
        Py_VISIT(state->opcode_names[i].object);
    }
    return 0;
}

static int
edits_clear(PyObject *module)
{
    edits_state *state = get_edits_state(module);
    size_t i;
    for (i = 0;
         i < sizeof(state->opcode_names) / sizeof(state->opcode_names[0]);
         i++) {
        Py_CLEAR(state->opcode_names[i].object);
    }
    return 0;
}

static void
edits_free(void *module)
{
    edits_clear((PyObject *)module);
}

static struct PyModuleDef edits_definition = {
    PyModuleDef_HEAD_INIT, "edits", NULL, sizeof(edits_state), edits_methods,
    NULL, edits_traverse, edits_clear, edits_free
};

PyMODINIT_FUNC
PyInit_edits(void)
{
    edits_state *state;
    PyObject *module = PyModule_Create(&edits_definition);
    if (module == NULL) {
        return NULL;
    }
    state = get_edits_state(module);
    state->opcode_names[0].cstring = "equal";
    state->opcode_names[1].cstring = "replace";
    for (int i = 0; i < 2; i++) {
        PyObject *name =
            PyUnicode_InternFromString(state->opcode_names[i].cstring);
        state->opcode_names[i].object = name;
        if (state->opcode_names[i].object == NULL) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
