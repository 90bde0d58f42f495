#include <Python.h>

int lib_size(int given);

typedef struct {
    PyObject *SizeError;
} namesake_in_another_source_state;

static inline namesake_in_another_source_state *
get_namesake_in_another_source_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (namesake_in_another_source_state *)state;
}

static int
check(namesake_in_another_source_state *state, PyObject *self, int given)
{
    if (given < 0) {
        PyErr_SetString(state->SizeError, "sizes have no sign");
        return -1;
    }
    return 0;
}

static PyObject *
size(PyObject *self, PyObject *arg)
{
    namesake_in_another_source_state *state =
        get_namesake_in_another_source_state(self);
    int given = (int)PyLong_AsLong(arg);

    if (PyErr_Occurred() || check(state, self, given) < 0)
        return NULL;
    return PyLong_FromLong(lib_size(given));
}

static PyMethodDef methods[] = {
    {"size", size, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
namesake_in_another_source_traverse(PyObject *module, visitproc visit, void *arg)
{
    namesake_in_another_source_state *state =
        get_namesake_in_another_source_state(module);
    Py_VISIT(state->SizeError);
    return 0;
}

static int
namesake_in_another_source_clear(PyObject *module)
{
    namesake_in_another_source_state *state =
        get_namesake_in_another_source_state(module);
    Py_CLEAR(state->SizeError);
    return 0;
}

static void
namesake_in_another_source_free(void *module)
{
    namesake_in_another_source_clear((PyObject *)module);
}

static int namesake_in_another_source_exec(PyObject *m);

static PyModuleDef_Slot namesake_in_another_source_slots[] = {
    {Py_mod_exec, namesake_in_another_source_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "namesake_in_another_source", NULL,
    sizeof(namesake_in_another_source_state), methods,
    namesake_in_another_source_slots, namesake_in_another_source_traverse,
    namesake_in_another_source_clear, namesake_in_another_source_free
};

static int
namesake_in_another_source_exec(PyObject *m)
{
    namesake_in_another_source_state *state = get_namesake_in_another_source_state(m);

    state->SizeError = PyErr_NewException("namesake_in_another_source.SizeError", NULL,
                                          NULL);
    if (state->SizeError == NULL) {
        return -1;
    }
    Py_INCREF(state->SizeError);
    if (PyModule_AddObject(m, "SizeError", state->SizeError) < 0) {
        Py_DECREF(state->SizeError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_namesake_in_another_source(void)
{
    return PyModuleDef_Init(&module_def);
}
