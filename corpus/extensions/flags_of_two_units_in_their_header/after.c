#include "plane.h"

typedef struct {
    PyObject_HEAD
} LineObject;

static PyObject *
Line_repr(PyObject *self)
{
    return PyUnicode_FromString("a line");
}

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
    {Py_tp_repr, Line_repr},
    {Py_tp_methods, Line_methods},
    {0, NULL},
};

static PyType_Spec Line_spec = {
    .name = "flags_of_two_units_in_their_header.Line",
    .basicsize = sizeof(LineObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Line_slots,
};

static PyObject *
line(PyObject *module, PyObject *args)
{
    flags_of_two_units_in_their_header_state *state =
        get_flags_of_two_units_in_their_header_state(module);

    return (PyObject *)(LineObject *)state->Line_Type->tp_alloc(state->Line_Type, 0);
}

static PyMethodDef functions[] = {
    {"line", line, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
flags_of_two_units_in_their_header_traverse(PyObject *module, visitproc visit, void *arg)
{
    flags_of_two_units_in_their_header_state *state =
        get_flags_of_two_units_in_their_header_state(module);
    Py_VISIT(state->PlaneError);
    Py_VISIT(state->Line_Type);
    Py_VISIT(state->Point_Type);
    return 0;
}

static int
flags_of_two_units_in_their_header_clear(PyObject *module)
{
    flags_of_two_units_in_their_header_state *state =
        get_flags_of_two_units_in_their_header_state(module);
    Py_CLEAR(state->PlaneError);
    Py_CLEAR(state->Line_Type);
    Py_CLEAR(state->Point_Type);
    return 0;
}

static void
flags_of_two_units_in_their_header_free(void *module)
{
    flags_of_two_units_in_their_header_clear((PyObject *)module);
}

static int flags_of_two_units_in_their_header_exec(PyObject *module);

static PyModuleDef_Slot flags_of_two_units_in_their_header_slots[] = {
    {Py_mod_exec, flags_of_two_units_in_their_header_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef plane_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "flags_of_two_units_in_their_header",
    .m_size = sizeof(flags_of_two_units_in_their_header_state),
    .m_methods = functions,
    .m_traverse = flags_of_two_units_in_their_header_traverse,
    .m_clear = flags_of_two_units_in_their_header_clear,
    .m_free = flags_of_two_units_in_their_header_free,
    .m_slots = flags_of_two_units_in_their_header_slots,
};

static int
flags_of_two_units_in_their_header_exec(PyObject *module)
{
    flags_of_two_units_in_their_header_state *state =
        get_flags_of_two_units_in_their_header_state(module);

    state->Line_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Line_spec, NULL);
    if (state->Line_Type == NULL)
        return -1;
    state->Point_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Point_spec, NULL);
    if (state->Point_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Line_Type->tp_new = NULL;
#endif
    state->PlaneError = PyErr_NewException("flags_of_two_units_in_their_header.PlaneError", NULL,
                                           NULL);
    if (state->PlaneError == NULL ||
        PyObject_SetAttrString(module, "PlaneError", state->PlaneError) < 0)
        goto error;
    if (PyObject_SetAttrString(module, "Point", (PyObject *)state->Point_Type) < 0)
        goto error;
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_flags_of_two_units_in_their_header(void)
{
    return PyModuleDef_Init(&plane_module);
}
