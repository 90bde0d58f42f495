/* Codes and their names, which a list in a file of its own adds to the module. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject *CodeError;
} init_lines_in_included_file_state;

static inline init_lines_in_included_file_state *
get_init_lines_in_included_file_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (init_lines_in_included_file_state *)state;
}

static int
add_code(PyObject *target, const char *name, long code)
{
    return PyModule_AddIntConstant(target, name, code);
}

static PyObject *
code_check(PyObject *module, PyObject *arg)
{
    long code = PyLong_AsLong(arg);

    if (code == -1 && PyErr_Occurred())
        return NULL;
    if (code < 1 || code > 3) {
        init_lines_in_included_file_state *state =
            get_init_lines_in_included_file_state(module);

        PyErr_Format(state->CodeError, "no such code: %ld", code);
        return NULL;
    }
    return PyLong_FromLong(code);
}

static PyMethodDef methods[] = {
    {"check", code_check, METH_O, "Return a code that is known."},
    {NULL, NULL, 0, NULL}
};

static int
init_lines_in_included_file_traverse(PyObject *module, visitproc visit, void *arg)
{
    init_lines_in_included_file_state *state =
        get_init_lines_in_included_file_state(module);
    Py_VISIT(state->CodeError);
    return 0;
}

static int
init_lines_in_included_file_clear(PyObject *module)
{
    init_lines_in_included_file_state *state =
        get_init_lines_in_included_file_state(module);
    Py_CLEAR(state->CodeError);
    return 0;
}

static void
init_lines_in_included_file_free(void *module)
{
    init_lines_in_included_file_clear((PyObject *)module);
}

static int init_lines_in_included_file_exec(PyObject *m);

static PyModuleDef_Slot init_lines_in_included_file_slots[] = {
    {Py_mod_exec, init_lines_in_included_file_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "init_lines_in_included_file",
    .m_size = sizeof(init_lines_in_included_file_state),
    .m_methods = methods,
    .m_traverse = init_lines_in_included_file_traverse,
    .m_clear = init_lines_in_included_file_clear,
    .m_free = init_lines_in_included_file_free,
    .m_slots = init_lines_in_included_file_slots,
};

static int
init_lines_in_included_file_exec(PyObject *m)
{
    init_lines_in_included_file_state *state = get_init_lines_in_included_file_state(m);

    if ( /* a series of lines like 'add_code() ||' follows */
#define JOINER ||
#include "shared.h"
#undef JOINER
        PyModule_AddStringConstant(m, "version", "1.0")) {
        return -1;
    }

    state->CodeError = PyErr_NewException("init_lines_in_included_file.CodeError", NULL,
                                          NULL);
    if (state->CodeError == NULL) {
        return -1;
    }
    Py_INCREF(state->CodeError);
    if (PyModule_AddObject(m, "CodeError", state->CodeError) < 0) {
        Py_DECREF(state->CodeError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_init_lines_in_included_file(void)
{
    return PyModuleDef_Init(&module);
}
