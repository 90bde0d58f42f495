#include <Python.h>

/* Names of attributes are interned once; macros spell their variables, and look them up. */

typedef struct {
    PyObject *str_upper;
    PyObject *str_lower;
    PyObject *str_title;
    PyObject *default_text;
    PyObject *ShoutError;
} names_made_by_macros_state;

static inline names_made_by_macros_state *
get_names_made_by_macros_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (names_made_by_macros_state *)state;
}

#define CALL(state, object, name) \
    PyObject_CallMethodObjArgs(object, (state)->str_##name, NULL)
#define DEFAULT(state)           ((state)->default_text)
#define OR_DEFAULT(state, text)    ((text) == Py_None ? DEFAULT(state) : (text))
#define FAIL(state, message) \
    (PyErr_SetString((state)->ShoutError, message), (PyObject *)NULL)

/* Defines name(text), which calls the method of that name. */
#define METHOD(name)                                                            \
static PyObject *                                                               \
do_##name(PyObject *module, PyObject *text)                                     \
{                                                                               \
    names_made_by_macros_state *state = get_names_made_by_macros_state(module); \
    PyObject *object = OR_DEFAULT(state, text);                                 \
    if (!PyUnicode_Check(object))                                               \
        return FAIL(state, #name " needs text");                                \
    return CALL(state, object, name);                                           \
}

METHOD(upper)
METHOD(lower)

static PyObject *
title_of(names_made_by_macros_state *state, PyObject *text)
{
    return CALL(state, OR_DEFAULT(state, text), title);
}

static PyObject *
do_title(PyObject *module, PyObject *text)
{
    names_made_by_macros_state *state = get_names_made_by_macros_state(module);

    return title_of(state, text);
}

#define ENTRY(name) {#name, do_##name, METH_O, NULL}

static PyMethodDef shout_methods[] = {
    ENTRY(upper),
    ENTRY(lower),
    ENTRY(title),
    {NULL, NULL, 0, NULL}
};

static int
names_made_by_macros_traverse(PyObject *module, visitproc visit, void *arg)
{
    names_made_by_macros_state *state = get_names_made_by_macros_state(module);
    Py_VISIT(state->str_upper);
    Py_VISIT(state->str_lower);
    Py_VISIT(state->str_title);
    Py_VISIT(state->default_text);
    Py_VISIT(state->ShoutError);
    return 0;
}

static int
names_made_by_macros_clear(PyObject *module)
{
    names_made_by_macros_state *state = get_names_made_by_macros_state(module);
    Py_CLEAR(state->str_upper);
    Py_CLEAR(state->str_lower);
    Py_CLEAR(state->str_title);
    Py_CLEAR(state->default_text);
    Py_CLEAR(state->ShoutError);
    return 0;
}

static void
names_made_by_macros_free(void *module)
{
    names_made_by_macros_clear((PyObject *)module);
}

static int names_made_by_macros_exec(PyObject *module);

static PyModuleDef_Slot names_made_by_macros_slots[] = {
    {Py_mod_exec, names_made_by_macros_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef shout_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "names_made_by_macros",
    .m_size = sizeof(names_made_by_macros_state),
    .m_methods = shout_methods,
    .m_traverse = names_made_by_macros_traverse,
    .m_clear = names_made_by_macros_clear,
    .m_free = names_made_by_macros_free,
    .m_slots = names_made_by_macros_slots,
};

static int
names_made_by_macros_exec(PyObject *module)
{
    names_made_by_macros_state *state = get_names_made_by_macros_state(module);

#define INTERN(name)                                                  \
    if (!state->str_##name &&                                         \
            !(state->str_##name = PyUnicode_InternFromString(#name))) \
        goto error;

    INTERN(upper);
    INTERN(lower);
    INTERN(title);

#undef INTERN

    state->default_text = PyUnicode_FromString("nothing");
    if (state->default_text == NULL) {
        goto error;
    }
    state->ShoutError = PyErr_NewException("names_made_by_macros.ShoutError", NULL, NULL);
    if (state->ShoutError == NULL) {
        goto error;
    }
    Py_INCREF(state->ShoutError);
    if (PyModule_AddObject(module, "ShoutError", state->ShoutError) < 0) {
        goto error;
    }
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_names_made_by_macros(void)
{
    return PyModuleDef_Init(&shout_module);
}
