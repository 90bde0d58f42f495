#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* usage(): what a process used, as a structure sequence. */

static PyStructSequence_Field usage_fields[] = {
    {"user", "seconds in user mode"},
    {"system", "seconds in the kernel"},
    {"faults", NULL},
    {"label", "not part of the tuple"},
    {NULL, NULL}
};

static PyStructSequence_Desc usage_desc = {
    (char *)"struct_sequence.usage_result",
    "What was used.",
    usage_fields,
    3
};

typedef struct {
    PyTypeObject *UsageType;
    PyTypeObject *PairType;
} struct_sequence_state;

static inline struct_sequence_state *
get_struct_sequence_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (struct_sequence_state *)state;
}

static PyStructSequence_Field pair_fields[] = {
    {"left", NULL},
    {"right", NULL},
    {NULL, NULL}
};

static PyStructSequence_Desc pair_desc = {
    .name = "struct_sequence.pair",
#if PY_VERSION_HEX < 0x030A0000
    .doc = "",
#endif
    .fields = pair_fields,
    .n_in_sequence = 2,
};

static PyObject *
usage(PyObject *self, PyObject *args)
{
    struct_sequence_state *state = get_struct_sequence_state(self);
    double user, system;
    long faults = 0;
    PyObject *result;

    if (!PyArg_ParseTuple(args, "dd|l:usage", &user, &system, &faults))
        return NULL;
    result = PyStructSequence_New(state->UsageType);
    if (result == NULL)
        return NULL;
    PyStructSequence_SET_ITEM(result, 0, PyFloat_FromDouble(user));
    PyStructSequence_SET_ITEM(result, 1, PyFloat_FromDouble(system));
    PyStructSequence_SET_ITEM(result, 2, PyLong_FromLong(faults));
    PyStructSequence_SET_ITEM(result, 3, PyUnicode_FromString(faults ? "slow" : "fast"));
    if (PyErr_Occurred())
        Py_CLEAR(result);
    return result;
}

static PyObject *
swap(PyObject *self, PyObject *object)
{
    struct_sequence_state *state = get_struct_sequence_state(self);
    PyObject *result;
    int i;

    if (!PyObject_TypeCheck(object, state->PairType)) {
        if (!PyTuple_Check(object) || PyTuple_GET_SIZE(object) != 2) {
            PyErr_SetString(PyExc_TypeError, "a pair is required");
            return NULL;
        }
    }
    result = PyStructSequence_New(state->PairType);
    for (i = 0; result != NULL && i < 2; i++) {
        PyObject *item = PyTuple_GET_ITEM(object, 1 - i);
        Py_INCREF(item);
        PyStructSequence_SET_ITEM(result, i, item);
    }
    return result;
}

static PyMethodDef functions[] = {
    {"usage", usage, METH_VARARGS, NULL},
    {"swap", swap, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
struct_sequence_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct_sequence_state *state = get_struct_sequence_state(module);
    Py_VISIT(state->UsageType);
    Py_VISIT(state->PairType);
    return 0;
}

static int
struct_sequence_clear(PyObject *module)
{
    struct_sequence_state *state = get_struct_sequence_state(module);
    Py_CLEAR(state->UsageType);
    Py_CLEAR(state->PairType);
    return 0;
}

static void
struct_sequence_free(void *module)
{
    struct_sequence_clear((PyObject *)module);
}

static int struct_sequence_exec(PyObject *m);

static PyModuleDef_Slot struct_sequence_slots[] = {
    {Py_mod_exec, struct_sequence_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "struct_sequence", NULL,
    sizeof(struct_sequence_state), functions,
    struct_sequence_slots, struct_sequence_traverse, struct_sequence_clear,
    struct_sequence_free
};

static int
struct_sequence_exec(PyObject *m)
{
    struct_sequence_state *state = get_struct_sequence_state(m);

    state->UsageType = PyStructSequence_NewType(&usage_desc);
    if (state->UsageType == NULL)
        goto fail;
    state->UsageType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    state->PairType = PyStructSequence_NewType(&pair_desc);
    if (PyErr_Occurred())
        goto fail;
    state->PairType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    Py_INCREF(state->UsageType);
    if (PyModule_AddObject(m, "usage_result",
                           (PyObject *)state->UsageType) < 0)
        goto fail;
    Py_INCREF(state->PairType);
    if (PyModule_AddObject(m, "pair", (PyObject *)state->PairType) < 0)
        goto fail;
    return 0;

fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_struct_sequence(void)
{
    return PyModuleDef_Init(&module);
}
