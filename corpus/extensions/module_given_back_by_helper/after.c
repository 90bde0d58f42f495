#include <Python.h>

/* A function fills the module that it is given, and gives it back, or NULL. */

typedef struct {
    PyObject *RangeError;
    PyObject *limits;
} module_given_back_by_helper_state;

static inline module_given_back_by_helper_state *
get_module_given_back_by_helper_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_given_back_by_helper_state *)state;
}

static PyObject *
check(PyObject *module, PyObject *number)
{
    module_given_back_by_helper_state *state = get_module_given_back_by_helper_state(module);
    PyObject *most = PyDict_GetItemString(state->limits, "most");
    int is_less = PyObject_RichCompareBool(number, most, Py_LE);

    if (is_less < 0)
        return NULL;
    if (!is_less)
        return PyErr_Format(state->RangeError, "%R is more than %R", number, most);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"check", check, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_given_back_by_helper_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_given_back_by_helper_state *state = get_module_given_back_by_helper_state(module);
    Py_VISIT(state->RangeError);
    Py_VISIT(state->limits);
    return 0;
}

static int
module_given_back_by_helper_clear(PyObject *module)
{
    module_given_back_by_helper_state *state = get_module_given_back_by_helper_state(module);
    Py_CLEAR(state->RangeError);
    Py_CLEAR(state->limits);
    return 0;
}

static void
module_given_back_by_helper_free(void *module)
{
    module_given_back_by_helper_clear((PyObject *)module);
}

static int module_given_back_by_helper_exec(PyObject *module);

static PyModuleDef_Slot module_given_back_by_helper_slots[] = {
    {Py_mod_exec, module_given_back_by_helper_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module_given_back_by_helper", NULL,
    sizeof(module_given_back_by_helper_state), methods, module_given_back_by_helper_slots,
    module_given_back_by_helper_traverse,
    module_given_back_by_helper_clear, module_given_back_by_helper_free
};

static PyObject *
add_errors(PyObject *module)
{
    module_given_back_by_helper_state *state = get_module_given_back_by_helper_state(module);

    state->RangeError = PyErr_NewException("module_given_back_by_helper.RangeError", PyExc_ValueError,
                                           NULL);
    if (state->RangeError == NULL)
        goto error;
    Py_INCREF(state->RangeError);
    if (PyModule_AddObject(module, "RangeError", state->RangeError) < 0) {
        Py_DECREF(state->RangeError);
        goto error;
    }
    return module;

error:
    return NULL;
}

static PyObject *
fill(PyObject *module)
{
    module_given_back_by_helper_state *state = get_module_given_back_by_helper_state(module);
    PyObject *most = PyLong_FromLong(99);

    state->limits = PyDict_New();
    if (state->limits == NULL || most == NULL ||
        PyDict_SetItemString(state->limits, "most", most) < 0) {
        Py_XDECREF(most);
        return NULL;
    }
    Py_DECREF(most);
    return (PyObject *)module;
}

static int
module_given_back_by_helper_exec(PyObject *module)
{
    if (add_errors(module) == NULL)
        return -1;
    return fill(module) == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_module_given_back_by_helper(void)
{
    return PyModuleDef_Init(&definition);
}
