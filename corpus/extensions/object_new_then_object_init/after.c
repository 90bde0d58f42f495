/*
 * Prefixes of a routing table. Written on Windows: lines end in CR LF.
 */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    unsigned int address;
    int bits;
} PrefixObject;

typedef struct {
    PyTypeObject *PrefixType;
} object_new_then_object_init_state;

static inline object_new_then_object_init_state *
get_object_new_then_object_init_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (object_new_then_object_init_state *)state;
}

static inline object_new_then_object_init_state *
get_object_new_then_object_init_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (object_new_then_object_init_state *)state;
}

static PrefixObject *prefix_create(object_new_then_object_init_state *state,
                                   unsigned int address, int bits)
{
    PrefixObject *prefix;

    prefix = (PrefixObject *)state->PrefixType->tp_alloc(state->PrefixType, 0);
    if (!prefix)
        return NULL;
    prefix->bits = bits;
    prefix->address = bits ? address & (0xffffffffu << (32 - bits)) : 0;
    return prefix;
}

static PyObject *prefix_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    object_new_then_object_init_state *state =
        get_object_new_then_object_init_state_by_type(type);
    unsigned int address;
    int bits = 32;

    if (!PyArg_ParseTuple(args, "I|i", &address, &bits))
        return NULL;
    if (bits < 0 || bits > 32) {
        PyErr_SetString(PyExc_ValueError, "bits must be in 0..32");
        return NULL;
    }
    return (PyObject *)prefix_create(state, address, bits);
}

static void prefix_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *prefix_repr(PyObject *self)
{
    PrefixObject *p = (PrefixObject *)self;

    return PyUnicode_FromFormat("Prefix(%u.%u.%u.%u/%d)", p->address >> 24, p->address >> 16 & 255,
                                p->address >> 8 & 255, p->address & 255, p->bits);
}

static PyObject *prefix_parent(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    object_new_then_object_init_state *state =
        get_object_new_then_object_init_state_by_type(Py_TYPE(self));
    PrefixObject *p = (PrefixObject *)self;

    if (p->bits == 0)
        Py_RETURN_NONE;
    return (PyObject *)prefix_create(state, p->address, p->bits - 1);
}

static PyObject *prefix_richcompare(PyObject *left, PyObject *right, int op)
{
    object_new_then_object_init_state *state =
        get_object_new_then_object_init_state_by_type(Py_TYPE(left));
    PrefixObject *a = (PrefixObject *)left, *b = (PrefixObject *)right;
    int equal;

    if (Py_TYPE(right) != state->PrefixType || (op != Py_EQ && op != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    equal = a->address == b->address && a->bits == b->bits;
    return PyBool_FromLong(op == Py_EQ ? equal : !equal);
}

static Py_hash_t prefix_hash(PyObject *self)
{
    PrefixObject *p = (PrefixObject *)self;

    return (Py_hash_t)(p->address >> 1) * 33 + p->bits;
}

static PyMethodDef prefix_methods[] = {
    {"parent", prefix_parent, METH_NOARGS, "The next shorter prefix, or None."},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Prefix_slots[] = {
    {Py_tp_dealloc, prefix_dealloc},
    {Py_tp_repr, prefix_repr},
    {Py_tp_hash, prefix_hash},
    {Py_tp_richcompare, prefix_richcompare},
    {Py_tp_methods, prefix_methods},
    {Py_tp_new, prefix_new},
    {0, NULL},
};

static PyType_Spec Prefix_spec = {
    .name = "object_new_then_object_init.Prefix",
    .basicsize = sizeof(PrefixObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Prefix_slots,
};

static int object_new_then_object_init_traverse(PyObject *module, visitproc visit,
                                                void *arg)
{
    object_new_then_object_init_state *state =
        get_object_new_then_object_init_state(module);
    Py_VISIT(state->PrefixType);
    return 0;
}

static int object_new_then_object_init_clear(PyObject *module)
{
    object_new_then_object_init_state *state =
        get_object_new_then_object_init_state(module);
    Py_CLEAR(state->PrefixType);
    return 0;
}

static void object_new_then_object_init_free(void *module)
{
    object_new_then_object_init_clear((PyObject *)module);
}

static int object_new_then_object_init_exec(PyObject *module);

static PyModuleDef_Slot object_new_then_object_init_slots[] = {
    {Py_mod_exec, object_new_then_object_init_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef prefix_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "object_new_then_object_init",
    .m_doc = "IPv4 prefixes.",
    .m_size = sizeof(object_new_then_object_init_state),
    .m_traverse = object_new_then_object_init_traverse,
    .m_clear = object_new_then_object_init_clear,
    .m_free = object_new_then_object_init_free,
    .m_slots = object_new_then_object_init_slots,
};

static int object_new_then_object_init_exec(PyObject *module)
{
    object_new_then_object_init_state *state =
        get_object_new_then_object_init_state(module);

    state->PrefixType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Prefix_spec, NULL);
    if (state->PrefixType == NULL)
        return -1;
    Py_INCREF(state->PrefixType);
    if (PyModule_AddObject(module, "Prefix",
                           (PyObject *)state->PrefixType) != 0) {
        Py_DECREF(state->PrefixType);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_object_new_then_object_init(void)
{
    return PyModuleDef_Init(&prefix_module);
}
