#include <Python.h>

typedef struct {
    PyObject *separator;

    /* What was looked up first: the same object. */
    PyObject *fallback;
    PyObject *parts;
} borrowed_on_one_way_only_state;

static inline borrowed_on_one_way_only_state *
get_borrowed_on_one_way_only_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (borrowed_on_one_way_only_state *)state;
}

static PyObject *
join(PyObject *self, PyObject *list)
{
    borrowed_on_one_way_only_state *state = get_borrowed_on_one_way_only_state(self);

    return PyUnicode_Join(state->separator, list);
}

static PyObject *
get_default(PyObject *self, PyObject *unused)
{
    borrowed_on_one_way_only_state *state = get_borrowed_on_one_way_only_state(self);

    Py_INCREF(state->fallback);
    return state->fallback;
}

static PyObject *
get_parts(PyObject *self, PyObject *unused)
{
    borrowed_on_one_way_only_state *state = get_borrowed_on_one_way_only_state(self);

    return PyList_GetSlice(state->parts, 0, PyList_GET_SIZE(state->parts));
}

static PyMethodDef functions[] = {
    {"join", join, METH_O, "join(list) -> text"},
    {"default", get_default, METH_NOARGS, NULL},
    {"parts", get_parts, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
borrowed_on_one_way_only_traverse(PyObject *module, visitproc visit, void *arg)
{
    borrowed_on_one_way_only_state *state = get_borrowed_on_one_way_only_state(module);
    Py_VISIT(state->separator);
    Py_VISIT(state->fallback);
    Py_VISIT(state->parts);
    return 0;
}

static int
borrowed_on_one_way_only_clear(PyObject *module)
{
    borrowed_on_one_way_only_state *state = get_borrowed_on_one_way_only_state(module);
    Py_CLEAR(state->separator);
    Py_CLEAR(state->fallback);
    Py_CLEAR(state->parts);
    return 0;
}

static void
borrowed_on_one_way_only_free(void *module)
{
    borrowed_on_one_way_only_clear((PyObject *)module);
}

static int borrowed_on_one_way_only_exec(PyObject *module);

static PyModuleDef_Slot borrowed_on_one_way_only_slots[] = {
    {Py_mod_exec, borrowed_on_one_way_only_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "borrowed_on_one_way_only", NULL, sizeof(borrowed_on_one_way_only_state), functions,
    borrowed_on_one_way_only_slots, borrowed_on_one_way_only_traverse, borrowed_on_one_way_only_clear,
    borrowed_on_one_way_only_free,
};

static int
find_separator(PyObject *module)
{
    borrowed_on_one_way_only_state *state = get_borrowed_on_one_way_only_state(module);
    PyObject *builtins = PyEval_GetBuiltins();

    state->separator = PyDict_GetItemString(builtins, "default_separator");
    if (state->separator == NULL) {
        state->separator = PyUnicode_FromString(", ");
        if (state->separator == NULL) {
            return -1;
        }
    }
    Py_INCREF(state->separator);
    state->fallback = state->separator;
    Py_XINCREF(state->fallback);
    Py_XINCREF(state->separator);
    if (PyModule_AddObject(module, "SEPARATOR", state->separator) < 0) {
        return -1;
    }
    return 0;
}

static int
borrowed_on_one_way_only_exec(PyObject *module)
{
    borrowed_on_one_way_only_state *state = get_borrowed_on_one_way_only_state(module);

    if (find_separator(module) < 0) {
        return -1;
    }
    state->parts = PyList_New(1);
    if (state->parts == NULL) {
        return -1;
    }
    PyList_SET_ITEM(state->parts, 0, state->separator);
    Py_INCREF(state->separator);
    return 0;
}

PyMODINIT_FUNC
PyInit_borrowed_on_one_way_only(void)
{
    return PyModuleDef_Init(&module_def);
}
