/* Constants are set in the module's dictionary, which takes references of its own; nobody tests the exception. */
#include <Python.h>

typedef struct {
    PyObject *LimitError;
} constants_in_the_module_dict_state;

static inline constants_in_the_module_dict_state *
get_constants_in_the_module_dict_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (constants_in_the_module_dict_state *)state;
}

static PyObject *
check(PyObject *self, PyObject *args)
{
    long value;

    if (!PyArg_ParseTuple(args, "l", &value)) {
        return NULL;
    }
    if (value > 70000) {
        constants_in_the_module_dict_state *state = get_constants_in_the_module_dict_state(self);

        PyErr_SetString(state->LimitError, "too much");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"check", check, METH_VARARGS, "Raise Error if a number is too large."},
    {NULL, NULL, 0, NULL}
};

static int
constants_in_the_module_dict_traverse(PyObject *module, visitproc visit, void *arg)
{
    constants_in_the_module_dict_state *state = get_constants_in_the_module_dict_state(module);
    Py_VISIT(state->LimitError);
    return 0;
}

static int
constants_in_the_module_dict_clear(PyObject *module)
{
    constants_in_the_module_dict_state *state = get_constants_in_the_module_dict_state(module);
    Py_CLEAR(state->LimitError);
    return 0;
}

static void
constants_in_the_module_dict_free(void *module)
{
    constants_in_the_module_dict_clear((PyObject *)module);
}

static int constants_in_the_module_dict_exec(PyObject *m);

static PyModuleDef_Slot constants_in_the_module_dict_slots[] = {
    {Py_mod_exec, constants_in_the_module_dict_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "constants_in_the_module_dict", NULL, sizeof(constants_in_the_module_dict_state),
    methods, constants_in_the_module_dict_slots, constants_in_the_module_dict_traverse,
    constants_in_the_module_dict_clear, constants_in_the_module_dict_free
};

static int
constants_in_the_module_dict_exec(PyObject *m)
{
    constants_in_the_module_dict_state *state = get_constants_in_the_module_dict_state(m);
    PyObject *d;

    d = PyModule_GetDict(m);
    state->LimitError = PyErr_NewException("constants_in_the_module_dict.Error", NULL, NULL);
    if (state->LimitError == NULL) {
        return -1;
    }
    PyDict_SetItemString(d, "Error", state->LimitError);
    PyModule_AddObject(m, "LIMIT", PyLong_FromLong(70000));
    PyModule_AddObject(m, "NAMES", Py_BuildValue("[ss]", "lower", "upper"));
    PyModule_AddObject(m, "VERSION", PyUnicode_FromString("1.2"));
    return 0;
}

PyMODINIT_FUNC
PyInit_constants_in_the_module_dict(void)
{
    return PyModuleDef_Init(&definition);
}
