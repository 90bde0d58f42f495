/* Codes whose names the initialisation adds, by a macro that returns and a list that other code includes as well. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject *CodeError;
} init_macros_in_included_file_state;

static inline init_macros_in_included_file_state *
get_init_macros_in_included_file_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (init_macros_in_included_file_state *)state;
}

static const char *
name_of(long code)
{
    switch (code) {
#define CODE(number, name) case number: return #name;
#include "codes.h"
#undef CODE
    default: return NULL;
    }
}

static PyObject *
code_name(PyObject *module, PyObject *arg)
{
    long code = PyLong_AsLong(arg);
    const char *name;

    if (code == -1 && PyErr_Occurred())
        return NULL;
    name = name_of(code);
    if (name == NULL) {
        init_macros_in_included_file_state *state = get_init_macros_in_included_file_state(module);

        PyErr_Format(state->CodeError, "no such code: %ld", code);
        return NULL;
    }
    return PyUnicode_FromString(name);
}

static PyMethodDef methods[] = {
    {"name", code_name, METH_O, "Return the name of a code."},
    {NULL, NULL, 0, NULL}
};

static int
init_macros_in_included_file_traverse(PyObject *module, visitproc visit, void *arg)
{
    init_macros_in_included_file_state *state = get_init_macros_in_included_file_state(module);
    Py_VISIT(state->CodeError);
    return 0;
}

static int
init_macros_in_included_file_clear(PyObject *module)
{
    init_macros_in_included_file_state *state = get_init_macros_in_included_file_state(module);
    Py_CLEAR(state->CodeError);
    return 0;
}

static void
init_macros_in_included_file_free(void *module)
{
    init_macros_in_included_file_clear((PyObject *)module);
}

static int init_macros_in_included_file_exec(PyObject *m);

static PyModuleDef_Slot init_macros_in_included_file_slots[] = {
    {Py_mod_exec, init_macros_in_included_file_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "init_macros_in_included_file",
    .m_size = sizeof(init_macros_in_included_file_state),
    .m_methods = methods,
    .m_traverse = init_macros_in_included_file_traverse,
    .m_clear = init_macros_in_included_file_clear,
    .m_free = init_macros_in_included_file_free,
    .m_slots = init_macros_in_included_file_slots,
};

#define INITERROR return -1

static int
init_macros_in_included_file_exec(PyObject *m)
{
    init_macros_in_included_file_state *state = get_init_macros_in_included_file_state(m);
    PyObject *codes;

    codes = PyDict_New();
    if (codes == NULL)
        INITERROR;
    if (PyModule_AddObject(m, "codes", codes) < 0)
        INITERROR;

#define add_code(number, name) \
    if (PyModule_AddIntConstant(m, #name, number) < 0) { INITERROR; }
#define CODE(number, name) add_code(number, name)
#include "codes.h"
#undef CODE
#undef add_code

    state->CodeError = PyErr_NewException("init_macros_in_included_file.CodeError", NULL, NULL);
    if (state->CodeError == NULL)
        INITERROR;
    Py_INCREF(state->CodeError);
    if (PyModule_AddObject(m, "CodeError", state->CodeError) < 0)
        INITERROR;
    return 0;
}

PyMODINIT_FUNC
PyInit_init_macros_in_included_file(void)
{
    return PyModuleDef_Init(&module);
}
