/* Two sources have a variable of one name, and a macro that names it. */
#include <Python.h>
#include "shared.h"

#define PyDec_Check(state, v) PyObject_TypeCheck(v, (state)->PyDec_Type)

static PyObject *
is_number(PyObject *module, PyObject *value)
{
    namesakes_with_macros_state *state =
        get_namesakes_with_macros_state(module);

    return PyBool_FromLong(PyDec_Check(state, value));
}

static PyObject *
read_number(PyObject *module, PyObject *text)
{
    namesakes_with_macros_state *state =
        get_namesakes_with_macros_state(module);

    return reader_read(state, text);
}

static PyMethodDef functions[] = {
    {"is_number", is_number, METH_O, NULL},
    {"read_number", read_number, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
namesakes_with_macros_traverse(PyObject *module, visitproc visit, void *arg)
{
    namesakes_with_macros_state *state =
        get_namesakes_with_macros_state(module);
    Py_VISIT(state->PyDec_Type);
    Py_VISIT(state->reader_PyDec_Type);
    Py_VISIT(state->ReadError);
    return 0;
}

static int
namesakes_with_macros_clear(PyObject *module)
{
    namesakes_with_macros_state *state =
        get_namesakes_with_macros_state(module);
    Py_CLEAR(state->PyDec_Type);
    Py_CLEAR(state->reader_PyDec_Type);
    Py_CLEAR(state->ReadError);
    return 0;
}

static void
namesakes_with_macros_free(void *module)
{
    namesakes_with_macros_clear((PyObject *)module);
}

static int namesakes_with_macros_exec(PyObject *module);

static PyModuleDef_Slot namesakes_with_macros_slots[] = {
    {Py_mod_exec, namesakes_with_macros_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef namesakes_with_macros_module = {
    PyModuleDef_HEAD_INIT, "namesakes_with_macros", NULL,
    sizeof(namesakes_with_macros_state), functions,
    namesakes_with_macros_slots, namesakes_with_macros_traverse,
    namesakes_with_macros_clear, namesakes_with_macros_free
};

static int
namesakes_with_macros_exec(PyObject *module)
{
    namesakes_with_macros_state *state =
        get_namesakes_with_macros_state(module);
    PyObject *numbers;

    numbers = PyImport_ImportModule("fractions");
    if (numbers == NULL || reader_init(state) < 0) {
        Py_XDECREF(numbers);
        return -1;
    }
    state->PyDec_Type =
        (PyTypeObject *)PyObject_GetAttrString(numbers, "Fraction");
    Py_DECREF(numbers);
    if (state->PyDec_Type == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_namesakes_with_macros(void)
{
    return PyModuleDef_Init(&namesakes_with_macros_module);
}
