#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Level: a number from 0 to 9, as a structure sequence with constructor and comparisons of its own. */

typedef struct {
    PyTypeObject *LevelType;
} struct_sequence_with_own_slots_state;

static inline struct_sequence_with_own_slots_state *
get_struct_sequence_with_own_slots_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (struct_sequence_with_own_slots_state *)state;
}

static PyStructSequence_Field level_fields[] = {
    {.name = "value"},
    {NULL},
};

static PyStructSequence_Desc level_desc = {
    .name = "struct_sequence_with_own_slots.Level",
    .doc = "A number from 0 to 9.",
    .fields = level_fields,
    .n_in_sequence = 1,
};

static PyObject *
level_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *keywords[] = {"value", NULL};
    PyObject *result;
    int value;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i", keywords, &value))
        return NULL;
    if (value < 0 || value > 9) {
        PyErr_SetString(PyExc_ValueError, "a level is a number from 0 to 9");
        return NULL;
    }
    result = PyStructSequence_New(type);
    if (result != NULL)
        PyStructSequence_SET_ITEM(result, 0, PyLong_FromLong(value));
    return result;
}

static PyObject *
level_richcompare(PyObject *a, PyObject *b, int op)
{
    int same = PyObject_IsInstance(b, (PyObject *) Py_TYPE(a));

    if (same < 0)
        return NULL;
    if (same)
        b = PyStructSequence_GET_ITEM(b, 0);
    else if (!PyLong_Check(b))
        Py_RETURN_NOTIMPLEMENTED;
    return PyObject_RichCompare(PyStructSequence_GET_ITEM(a, 0), b, op);
}

static PyObject *
level_str(PyObject *self)
{
    return PyObject_Str(PyStructSequence_GET_ITEM(self, 0));
}

static PyObject *
highest(PyObject *module, PyObject *ignored)
{
    struct_sequence_with_own_slots_state *state = get_struct_sequence_with_own_slots_state(module);
    PyObject *result = PyStructSequence_New(state->LevelType);

    if (result != NULL)
        PyStructSequence_SET_ITEM(result, 0, PyLong_FromLong(9));
    return result;
}

static PyMethodDef functions[] = {
    {"highest", highest, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
struct_sequence_with_own_slots_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct_sequence_with_own_slots_state *state = get_struct_sequence_with_own_slots_state(module);
    Py_VISIT(state->LevelType);
    return 0;
}

static int
struct_sequence_with_own_slots_clear(PyObject *module)
{
    struct_sequence_with_own_slots_state *state = get_struct_sequence_with_own_slots_state(module);
    Py_CLEAR(state->LevelType);
    return 0;
}

static void
struct_sequence_with_own_slots_free(void *module)
{
    struct_sequence_with_own_slots_clear((PyObject *)module);
}

static int struct_sequence_with_own_slots_exec(PyObject *module);

static PyModuleDef_Slot struct_sequence_with_own_slots_slots[] = {
    {Py_mod_exec, struct_sequence_with_own_slots_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT, "struct_sequence_with_own_slots", NULL,
    sizeof(struct_sequence_with_own_slots_state), functions,
    struct_sequence_with_own_slots_slots, struct_sequence_with_own_slots_traverse,
    struct_sequence_with_own_slots_clear, struct_sequence_with_own_slots_free
};

static int
struct_sequence_with_own_slots_exec(PyObject *module)
{
    struct_sequence_with_own_slots_state *state = get_struct_sequence_with_own_slots_state(module);

    state->LevelType = PyStructSequence_NewType(&level_desc);
    if (state->LevelType == NULL)
        goto error;
    state->LevelType->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    state->LevelType->tp_new = level_new;
    state->LevelType->tp_richcompare = level_richcompare;
    state->LevelType->tp_str = level_str;
    Py_INCREF((PyObject *) state->LevelType);
    if (PyModule_AddObject(module, "Level", (PyObject *) state->LevelType) < 0)
        goto error;
    return 0;

error:
    return -1;
}

PyMODINIT_FUNC
PyInit_struct_sequence_with_own_slots(void)
{
    return PyModuleDef_Init(&module_def);
}
