#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    long value;
} NumberObject;

typedef struct {
    PyTypeObject *number_type;
    PyTypeObject *pair_type;
} type_added_in_else_branch_state;

static inline type_added_in_else_branch_state*
get_type_added_in_else_branch_state(PyObject* module)
{
    void* state = PyModule_GetState(module);
    assert(state != NULL);
    return (type_added_in_else_branch_state*)state;
}

static inline type_added_in_else_branch_state*
get_type_added_in_else_branch_state_by_type(PyTypeObject* type)
{
    void* state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (type_added_in_else_branch_state*)state;
}

static PyObject*
number_create(type_added_in_else_branch_state* state, long value)
{
    NumberObject* self;

    self = (NumberObject*)state->number_type->tp_alloc(state->number_type, 0);
    if (self != NULL)
        self->value = value;
    return (PyObject*)self;
}

static PyObject*
number_new(PyTypeObject* type, PyObject* args, PyObject* kwargs)
{
    type_added_in_else_branch_state* state =
        get_type_added_in_else_branch_state_by_type(type);
    long value;

    if (!PyArg_ParseTuple(args, "l", &value))
        return NULL;
    return number_create(state, value);
}

static void
number_del(PyObject* self)
{
    PyTypeObject* tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static Py_ssize_t
number_len(PyObject* self)
{
    return ((NumberObject*)self)->value;
}

static int
number_contains(PyObject* self, PyObject* item)
{
    long value = PyLong_AsLong(item);

    if (value == -1 && PyErr_Occurred())
        return -1;
    return value < ((NumberObject*)self)->value;
}

static PyType_Slot number_slots[] = {
    {Py_tp_dealloc, number_del},
    {Py_tp_new, number_new},
    {Py_sq_length, number_len},
    {Py_sq_contains, number_contains},
    {0, NULL},
};

static PyType_Spec number_spec = {
    .name = "type_added_in_else_branch.Number",
    .basicsize = sizeof(NumberObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = number_slots,
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject*
pair_reduce(PyObject* self, PyObject* Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef pair_methods[] = {
    {"__reduce__", pair_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot pair_slots[] = {
    {Py_tp_methods, pair_methods},
    {0, NULL},
};

static PyType_Spec pair_spec = {
    .name = "type_added_in_else_branch.Pair",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = pair_slots,
};

static int
type_added_in_else_branch_traverse(PyObject* module, visitproc visit, void* arg)
{
    type_added_in_else_branch_state* state =
        get_type_added_in_else_branch_state(module);
    Py_VISIT(state->number_type);
    Py_VISIT(state->pair_type);
    return 0;
}

static int
type_added_in_else_branch_clear(PyObject* module)
{
    type_added_in_else_branch_state* state =
        get_type_added_in_else_branch_state(module);
    Py_CLEAR(state->number_type);
    Py_CLEAR(state->pair_type);
    return 0;
}

static void
type_added_in_else_branch_free(void* module)
{
    type_added_in_else_branch_clear((PyObject*)module);
}

static int type_added_in_else_branch_exec(PyObject* module);

static PyModuleDef_Slot type_added_in_else_branch_slots[] = {
    {Py_mod_exec, type_added_in_else_branch_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef type_added_in_else_branch_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_added_in_else_branch",
    .m_size = sizeof(type_added_in_else_branch_state),
    .m_traverse = type_added_in_else_branch_traverse,
    .m_clear = type_added_in_else_branch_clear,
    .m_free = type_added_in_else_branch_free,
    .m_slots = type_added_in_else_branch_slots,
};

static int
type_added_in_else_branch_exec(PyObject* module)
{
    type_added_in_else_branch_state* state =
        get_type_added_in_else_branch_state(module);

    state->number_type =
        (PyTypeObject*)PyType_FromModuleAndSpec(module, &number_spec, NULL);
    if (state->number_type == NULL) {
        return -1;
    }
    else
    {
        Py_INCREF(state->number_type);
        PyModule_AddObject(module, "Number", (PyObject*)state->number_type);
    }

    state->pair_type =
        (PyTypeObject*)PyType_FromModuleAndSpec(module, &pair_spec, NULL);
    if (state->pair_type == NULL || (Py_INCREF(state->pair_type), PyModule_AddObject(module, "Pair", (PyObject*)state->pair_type)) < 0) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->pair_type->tp_new = NULL;
#endif
    return 0;
}

PyMODINIT_FUNC
PyInit_type_added_in_else_branch(void)
{
    return PyModuleDef_Init(&type_added_in_else_branch_module);
}
