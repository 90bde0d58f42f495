/* The converters raise an exception of the module, and what parsing gives is kept before it is tested. */
#include <Python.h>

typedef struct {
    PyObject *LevelError;
} result_kept_in_a_variable_state;

static inline result_kept_in_a_variable_state *
get_result_kept_in_a_variable_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (result_kept_in_a_variable_state *)state;
}

static int
level_converter(result_kept_in_a_variable_state *state, PyObject *object, int *level)
{
    if (!PyLong_Check(object)) {
        PyErr_SetString(state->LevelError, "the level must be a number");
        return 0;
    }
    *level = (int)PyLong_AsLong(object);
    if (*level < 0 || *level > 9) {
        PyErr_SetString(state->LevelError, "the level must be from 0 to 9");
        return 0;
    }
    return 1;
}

static int
size_converter(result_kept_in_a_variable_state *state, PyObject *object, int *size)
{
    *size = (int)PyLong_AsLong(object);
    if (*size <= 0) {
        PyErr_SetString(state->LevelError, "the size must be positive");
        return 0;
    }
    return 1;
}

static PyObject *
m_settings(PyObject *module, PyObject *args, PyObject *kwargs)
{
    result_kept_in_a_variable_state *state = get_result_kept_in_a_variable_state(module);
    PyObject *size_object;
    PyObject *level_object = NULL;
    static char *kwlist[] = {"size", "level", NULL};
    int size = 0;
    int level = 6;
    int ok;

    ok = PyArg_ParseTupleAndKeywords(args, kwargs, "O|O:settings", kwlist,
                                     &size_object,
                                     &level_object) &&
         size_converter(state, size_object, &size) &&
         (level_object == NULL || level_converter(state, level_object, &level));
    if (!ok)
        return NULL;
    return Py_BuildValue("ii", size, level);
}

static PyMethodDef m_functions[] = {
    {"settings", (PyCFunction)(void (*)(void))m_settings, METH_VARARGS | METH_KEYWORDS, "Check settings."},
    {NULL, NULL}
};

static int
result_kept_in_a_variable_traverse(PyObject *module, visitproc visit, void *arg)
{
    result_kept_in_a_variable_state *state = get_result_kept_in_a_variable_state(module);
    Py_VISIT(state->LevelError);
    return 0;
}

static int
result_kept_in_a_variable_clear(PyObject *module)
{
    result_kept_in_a_variable_state *state = get_result_kept_in_a_variable_state(module);
    Py_CLEAR(state->LevelError);
    return 0;
}

static void
result_kept_in_a_variable_free(void *module)
{
    result_kept_in_a_variable_clear((PyObject *)module);
}

static int result_kept_in_a_variable_exec(PyObject *module);

static PyModuleDef_Slot result_kept_in_a_variable_slots[] = {
    {Py_mod_exec, result_kept_in_a_variable_exec},
    {0, NULL}
};

static struct PyModuleDef m_module = {
    PyModuleDef_HEAD_INIT,
    "result_kept_in_a_variable",
    NULL,
    sizeof(result_kept_in_a_variable_state),
    m_functions,
    result_kept_in_a_variable_slots,
    result_kept_in_a_variable_traverse,
    result_kept_in_a_variable_clear,
    result_kept_in_a_variable_free
};

static int
result_kept_in_a_variable_exec(PyObject *module)
{
    result_kept_in_a_variable_state *state = get_result_kept_in_a_variable_state(module);
    state->LevelError = PyErr_NewException("result_kept_in_a_variable.LevelError", NULL, NULL);
    Py_XINCREF(state->LevelError);
    if (PyModule_AddObject(module, "LevelError", state->LevelError) < 0) {
        Py_XDECREF(state->LevelError);
        Py_CLEAR(state->LevelError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_result_kept_in_a_variable(void)
{
    return PyModuleDef_Init(&m_module);
}
