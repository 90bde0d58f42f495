#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyStructSequence_Field size_fields[] = {
    {"width", "in millimetres"},
    {"height", "in millimetres"},
    {NULL, NULL}
};

static PyStructSequence_Desc size_desc = {
    "struct_sequence_without_docstring.size",  /* name */
    "",  /* doc */
    size_fields,
    2
};

static PyStructSequence_Field margin_fields[] = {
    {"top", NULL},
    {NULL, NULL}
};

static PyStructSequence_Desc margin_desc = {
    .name = "struct_sequence_without_docstring.margin",
    .doc = "What stays white.",
    .fields = margin_fields,
    .n_in_sequence = 1,
};

typedef struct {
    PyTypeObject *SizeType;
    PyTypeObject *MarginType;
} struct_sequence_without_docstring_state;

static inline struct_sequence_without_docstring_state *
get_struct_sequence_without_docstring_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (struct_sequence_without_docstring_state *)state;
}

static PyObject *
size(PyObject *self, PyObject *unused)
{
    struct_sequence_without_docstring_state *state =
        get_struct_sequence_without_docstring_state(self);
    PyObject *result = PyStructSequence_New(state->SizeType);

    if (result != NULL) {
        PyStructSequence_SetItem(result, 0, PyLong_FromLong(210));
        PyStructSequence_SetItem(result, 1, PyLong_FromLong(297));
    }
    return result;
}

static PyObject *
margin(PyObject *self, PyObject *unused)
{
    struct_sequence_without_docstring_state *state =
        get_struct_sequence_without_docstring_state(self);
    PyObject *result = PyStructSequence_New(state->MarginType);

    if (result != NULL)
        PyStructSequence_SetItem(result, 0, PyLong_FromLong(10));
    return result;
}

static PyMethodDef functions[] = {
    {"size", size, METH_NOARGS, NULL},
    {"margin", margin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
struct_sequence_without_docstring_traverse(PyObject *module, visitproc visit,
                                           void *arg)
{
    struct_sequence_without_docstring_state *state =
        get_struct_sequence_without_docstring_state(module);
    Py_VISIT(state->SizeType);
    Py_VISIT(state->MarginType);
    return 0;
}

static int
struct_sequence_without_docstring_clear(PyObject *module)
{
    struct_sequence_without_docstring_state *state =
        get_struct_sequence_without_docstring_state(module);
    Py_CLEAR(state->SizeType);
    Py_CLEAR(state->MarginType);
    return 0;
}

static void
struct_sequence_without_docstring_free(void *module)
{
    struct_sequence_without_docstring_clear((PyObject *)module);
}

static int struct_sequence_without_docstring_exec(PyObject *module);

static PyModuleDef_Slot struct_sequence_without_docstring_slots[] = {
    {Py_mod_exec, struct_sequence_without_docstring_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef paper_module = {
    PyModuleDef_HEAD_INIT, "struct_sequence_without_docstring", NULL,
    sizeof(struct_sequence_without_docstring_state), functions,
    struct_sequence_without_docstring_slots,
    struct_sequence_without_docstring_traverse,
    struct_sequence_without_docstring_clear, struct_sequence_without_docstring_free
};

static int
struct_sequence_without_docstring_exec(PyObject *module)
{
    struct_sequence_without_docstring_state *state =
        get_struct_sequence_without_docstring_state(module);

    state->SizeType = PyStructSequence_NewType(&size_desc);
    if (state->SizeType == NULL)
        return -1;
    state->SizeType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    state->MarginType = PyStructSequence_NewType(&margin_desc);
    if (state->MarginType == NULL)
        return -1;
    state->MarginType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    return 0;
}

PyMODINIT_FUNC
PyInit_struct_sequence_without_docstring(void)
{
    return PyModuleDef_Init(&paper_module);
}
