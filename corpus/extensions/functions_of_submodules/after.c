/* Three modules in one extension: the functions of each raise the same error, and make the same objects. */
#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    Py_ssize_t length;
} Line;

static PyObject *
line_length(PyObject *self, void *closure)
{
    return PyLong_FromSsize_t(((Line *)self)->length);
}

static PyGetSetDef line_getset[] = {
    {"length", line_length, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Line_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Line_methods[] = {
    {"__reduce__", Line_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Line_slots[] = {
    {Py_tp_getset, line_getset},
    {Py_tp_methods, Line_methods},
    {0, NULL},
};

static PyType_Spec Line_spec = {
    .name = "functions_of_submodules.Line",
    .basicsize = sizeof(Line),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Line_slots,
};

PyObject *
line_of(functions_of_submodules_state *state, Py_ssize_t length)
{
    Line *line;

    if (length > 80) {
        PyErr_SetString(state->TooLongError, "too long");
        return NULL;
    }
    line = (Line *)state->Line_Type->tp_alloc(state->Line_Type, 0);
    if (line != NULL)
        line->length = length;
    return (PyObject *)line;
}

static PyObject *
top_line(PyObject *self, PyObject *text)
{
    functions_of_submodules_state *state = get_functions_of_submodules_state(self);
    Py_ssize_t length = PyObject_Length(text);
    return length < 0 ? NULL : line_of(state, length);
}

static PyMethodDef top_functions[] = {
    {"line", top_line, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
functions_of_submodules_traverse(PyObject *module, visitproc visit, void *arg)
{
    functions_of_submodules_state *state = get_functions_of_submodules_state(module);
    Py_VISIT(state->TooLongError);
    Py_VISIT(state->Line_Type);
    return 0;
}

static int
functions_of_submodules_clear(PyObject *module)
{
    functions_of_submodules_state *state = get_functions_of_submodules_state(module);
    Py_CLEAR(state->TooLongError);
    Py_CLEAR(state->Line_Type);
    return 0;
}

static void
functions_of_submodules_free(void *module)
{
    functions_of_submodules_clear((PyObject *)module);
}

static int functions_of_submodules_exec(PyObject *module);

static PyModuleDef_Slot functions_of_submodules_slots[] = {
    {Py_mod_exec, functions_of_submodules_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef top_module = {
    PyModuleDef_HEAD_INIT,
    "functions_of_submodules",
    NULL,                   /* module documentation */
    sizeof(functions_of_submodules_state), /* size of per-interpreter state */
    top_functions,          /* m_methods */
    functions_of_submodules_slots, /* m_slots */
    functions_of_submodules_traverse, /* m_traverse */
    functions_of_submodules_clear, /* m_clear */
    functions_of_submodules_free, /* m_free */
};

static PyObject *
blank_line(PyObject *self, PyObject *length)
{
    functions_of_submodules_state *state =
        get_functions_of_submodules_state_by_submodule(self);
    Py_ssize_t number = PyLong_AsSsize_t(length);
    return number == -1 && PyErr_Occurred() ? NULL : line_of(state, number);
}

static PyMethodDef blank_functions[] = {
    {"line", blank_line, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyModuleDef blank_module = {
    PyModuleDef_HEAD_INIT, "functions_of_submodules.blank", "Blank lines.",
    sizeof(functions_of_submodules_submodule), blank_functions,
    NULL, functions_of_submodules_submodule_traverse, NULL,
    functions_of_submodules_submodule_free
};

static int
functions_of_submodules_exec(PyObject *module)
{
    functions_of_submodules_state *state = get_functions_of_submodules_state(module);
    PyObject *blank;

    state->Line_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Line_spec, NULL);
    if (state->Line_Type == NULL)
        goto error;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Line_Type->tp_new = NULL;
#endif
    state->TooLongError = PyErr_NewException("functions_of_submodules.TooLongError", NULL,
                                             NULL);
    if (state->TooLongError == NULL)
        goto error;
    Py_INCREF(state->TooLongError);
    if (PyModule_AddObject(module, "TooLongError", state->TooLongError) < 0) {
        Py_DECREF(state->TooLongError);
        goto error;
    }
    if (!(blank = functions_of_submodules_submodule_create(module, &blank_module)))
        goto error;
    if (PyModule_AddObject(module, "blank", blank) < 0) {
        Py_DECREF(blank);
        goto error;
    }
    if (add_checks(module) < 0)
        goto error;
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_functions_of_submodules(void)
{
    return PyModuleDef_Init(&top_module);
}
