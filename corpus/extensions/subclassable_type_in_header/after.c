#include "shared.h"

static int
check(subclassable_type_in_header_state *state, PyObject *items)
{
    if (PyTuple_GET_SIZE(items) > 0)
        return 0;
    PyErr_SetString(state->AmountError, "nothing to sum");
    return -1;
}

static PyObject *
total(PyObject *self, PyObject *args)
{
    subclassable_type_in_header_state *state = get_subclassable_type_in_header_state(self);

    return amount_sum(state, args);
}

static PyObject *
strict_total(PyObject *self, PyObject *args)
{
    subclassable_type_in_header_state *state = get_subclassable_type_in_header_state(self);

    return check(state, args) < 0 ? NULL : amount_sum(state, args);
}

static PyObject *
is_zero(PyObject *self, PyObject *op)
{
    subclassable_type_in_header_state *state = get_subclassable_type_in_header_state(self);
    double value;
    PyObject *number;
    int result;

    if (amount_value(state, op, &value) < 0)
        return NULL;
    number = PyFloat_FromDouble(value);
    if (number == NULL)
        return NULL;
    result = PyObject_RichCompareBool(number, state->zero, Py_EQ);
    Py_DECREF(number);
    return result < 0 ? NULL : PyBool_FromLong(result);
}

static PyMethodDef functions[] = {
    {"total", total, METH_VARARGS, NULL},
    {"strict_total", strict_total, METH_VARARGS, NULL},
    {"is_zero", is_zero, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
subclassable_type_in_header_traverse(PyObject *module, visitproc visit, void *arg)
{
    subclassable_type_in_header_state *state = get_subclassable_type_in_header_state(module);
    Py_VISIT(state->zero);
    Py_VISIT(state->AmountError);
    Py_VISIT(state->other_zero);
    Py_VISIT(state->Amount_Type);
    Py_VISIT(state->Fee_Type);
    return 0;
}

static int
subclassable_type_in_header_clear(PyObject *module)
{
    subclassable_type_in_header_state *state = get_subclassable_type_in_header_state(module);
    Py_CLEAR(state->zero);
    Py_CLEAR(state->AmountError);
    Py_CLEAR(state->other_zero);
    Py_CLEAR(state->Amount_Type);
    Py_CLEAR(state->Fee_Type);
    return 0;
}

static void
subclassable_type_in_header_free(void *module)
{
    subclassable_type_in_header_clear((PyObject *)module);
}

static int subclassable_type_in_header_exec(PyObject *module);

static PyModuleDef_Slot subclassable_type_in_header_slots[] = {
    {Py_mod_exec, subclassable_type_in_header_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

struct PyModuleDef subclassable_type_in_header_definition = {
    PyModuleDef_HEAD_INIT, "subclassable_type_in_header", NULL,
    sizeof(subclassable_type_in_header_state), functions, subclassable_type_in_header_slots,
    subclassable_type_in_header_traverse,
    subclassable_type_in_header_clear, subclassable_type_in_header_free
};

static PyTypeObject *
subclassable_type_in_header_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
subclassable_type_in_header_exec(PyObject *module)
{
    subclassable_type_in_header_state *state = get_subclassable_type_in_header_state(module);

    state->Amount_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Amount_spec, NULL);
    if (state->Amount_Type == NULL)
        return -1;
    state->Fee_Type = subclassable_type_in_header_new_subtype(module, &Fee_spec, state->Amount_Type);
    if (state->Fee_Type == NULL)
        return -1;
    state->zero = PyFloat_FromDouble(0.0);
    if (state->zero == NULL)
        goto error;
    state->AmountError = PyErr_NewException("subclassable_type_in_header.AmountError", PyExc_ValueError,
                                            NULL);
    if (state->AmountError == NULL)
        goto error;
    Py_INCREF(state->AmountError);
    if (PyModule_AddObject(module, "AmountError", state->AmountError) < 0)
        goto error;
    Py_INCREF(state->Amount_Type);
    if (PyModule_AddObject(module, "Amount", (PyObject *)state->Amount_Type) < 0)
        goto error;
    Py_INCREF(state->Fee_Type);
    if (PyModule_AddObject(module, "Fee", (PyObject *)state->Fee_Type) < 0)
        goto error;
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_subclassable_type_in_header(void)
{
    return PyModuleDef_Init(&subclassable_type_in_header_definition);
}
