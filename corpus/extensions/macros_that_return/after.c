#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Calls methods by names that are interned once. */

#define MOD_ERROR_VAL NULL
#define CHECK(call) \
    if ((call) < 0) \
        return -1
#define ADD_INT(value) \
    CHECK(PyModule_AddIntConstant(module, #value, value))
#define ADD_OBJECT(mod, name, object)                               \
    do {                                                            \
        Py_INCREF(object);                                          \
        if (PyModule_AddObject(mod, name, (PyObject *)object) < 0) { \
            Py_DECREF(object);                                      \
            return -1;                                              \
        }                                                           \
    } while (0)
/* For functions of the module as well. */
#define EXPECT(condition, error, message)      \
    do {                                       \
        if (!(condition)) {                    \
            PyErr_SetString(error, message);   \
            return NULL;                       \
        }                                      \
    } while (0)
#define INIT_STRING(state, name) \
    if (((state)->str_##name = PyUnicode_InternFromString(#name)) == \
        NULL) return -1;

enum { UPPER = 1, LOWER = 2 };

typedef struct {
    PyObject *str_upper;
    PyObject *str_lower;
    PyObject *CaseError;
} macros_that_return_state;

static inline macros_that_return_state *
get_macros_that_return_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (macros_that_return_state *)state;
}

static PyObject *
convert(PyObject *self, PyObject *args)
{
    macros_that_return_state *state = get_macros_that_return_state(self);
    PyObject *text;
    int how;

    if (!PyArg_ParseTuple(args, "Ui:convert", &text, &how))
        return NULL;
    EXPECT(PyUnicode_GetLength(text) > 0, PyExc_ValueError, "no text");
    if (how == UPPER)
        return PyObject_CallMethodNoArgs(text, state->str_upper);
    if (how == LOWER)
        return PyObject_CallMethodNoArgs(text, state->str_lower);
    PyErr_Format(state->CaseError, "no such case: %d", how);
    return NULL;
}

static PyMethodDef methods[] = {
    {"convert", convert, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
macros_that_return_traverse(PyObject *module, visitproc visit, void *arg)
{
    macros_that_return_state *state = get_macros_that_return_state(module);
    Py_VISIT(state->str_upper);
    Py_VISIT(state->str_lower);
    Py_VISIT(state->CaseError);
    return 0;
}

static int
macros_that_return_clear(PyObject *module)
{
    macros_that_return_state *state = get_macros_that_return_state(module);
    Py_CLEAR(state->str_upper);
    Py_CLEAR(state->str_lower);
    Py_CLEAR(state->CaseError);
    return 0;
}

static void
macros_that_return_free(void *module)
{
    macros_that_return_clear((PyObject *)module);
}

static int macros_that_return_exec(PyObject *module);

static PyModuleDef_Slot macros_that_return_slots[] = {
    {Py_mod_exec, macros_that_return_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef macros_that_return = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_that_return",
    .m_size = sizeof(macros_that_return_state),
    .m_methods = methods,
    .m_traverse = macros_that_return_traverse,
    .m_clear = macros_that_return_clear,
    .m_free = macros_that_return_free,
    .m_slots = macros_that_return_slots,
};

static int
macros_that_return_exec(PyObject *module)
{
    macros_that_return_state *state = get_macros_that_return_state(module);

    INIT_STRING(state, upper)
    INIT_STRING(state, lower)
    if (UPPER == LOWER) {
        PyErr_NoMemory();
        return -1;
    }
    if (!(PyUnicode_CheckExact(state->str_lower))) {
        PyErr_SetString(PyExc_ImportError, "no name");
        return -1;
    }
    state->CaseError = PyErr_NewException("macros_that_return.CaseError", NULL,
                                          NULL);
    if (state->CaseError == NULL)
        return -1;
    ADD_OBJECT(module, "CaseError", state->CaseError);
    ADD_INT(UPPER);
    ADD_INT(LOWER);
    CHECK(PyModule_AddStringConstant(module, "__version__", "1"));
    return 0;
}

PyMODINIT_FUNC
PyInit_macros_that_return(void)
{
    return PyModuleDef_Init(&macros_that_return);
}
