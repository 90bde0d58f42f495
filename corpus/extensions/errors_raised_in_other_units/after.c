#include <Python.h>

#include "checks.h"
#include "other.h"

static PyObject *
next_word(PyObject *module, PyObject *args)
{
    errors_raised_in_other_units_state *state = get_errors_raised_in_other_units_state(module);
    const char *word;

    if (!PyArg_ParseTuple(args, "s", &word) || !check_word(state, word))
        return NULL;

    char *found = other_next(state, word);
    if (found == NULL)
        return NULL;
    PyObject *result = PyUnicode_FromString(found);
    PyMem_Free(found);
    return result;
}

static PyMethodDef functions[] = {
    {"next_word", next_word, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
errors_raised_in_other_units_traverse(PyObject *module, visitproc visit, void *arg)
{
    errors_raised_in_other_units_state *state = get_errors_raised_in_other_units_state(module);
    Py_VISIT(state->WordError);
    Py_VISIT(state->LetterError);
    return 0;
}

static int
errors_raised_in_other_units_clear(PyObject *module)
{
    errors_raised_in_other_units_state *state = get_errors_raised_in_other_units_state(module);
    Py_CLEAR(state->WordError);
    Py_CLEAR(state->LetterError);
    return 0;
}

static void
errors_raised_in_other_units_free(void *module)
{
    errors_raised_in_other_units_clear((PyObject *)module);
}

static int errors_raised_in_other_units_exec(PyObject *module);

static PyModuleDef_Slot errors_raised_in_other_units_slots[] = {
    {Py_mod_exec, errors_raised_in_other_units_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef words_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "errors_raised_in_other_units",
    .m_size = sizeof(errors_raised_in_other_units_state),
    .m_methods = functions,
    .m_traverse = errors_raised_in_other_units_traverse,
    .m_clear = errors_raised_in_other_units_clear,
    .m_free = errors_raised_in_other_units_free,
    .m_slots = errors_raised_in_other_units_slots,
};

static int
errors_raised_in_other_units_exec(PyObject *module)
{
    errors_raised_in_other_units_state *state = get_errors_raised_in_other_units_state(module);

    state->WordError = PyErr_NewException("errors_raised_in_other_units.WordError", NULL, NULL);
    if (state->WordError == NULL ||
        PyObject_SetAttrString(module, "WordError", state->WordError) < 0)
        goto error;
    state->LetterError = PyErr_NewException("errors_raised_in_other_units.LetterError",
                                            state->WordError, NULL);
    if (state->LetterError == NULL ||
        PyObject_SetAttrString(module, "LetterError", state->LetterError) < 0)
        goto error;
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_errors_raised_in_other_units(void)
{
    return PyModuleDef_Init(&words_module);
}
