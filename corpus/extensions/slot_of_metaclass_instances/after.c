/* Classes that the metaclass makes are called without tuples and dictionaries. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *StructError;
} slot_of_metaclass_instances_state;

static inline slot_of_metaclass_instances_state *
get_slot_of_metaclass_instances_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (slot_of_metaclass_instances_state *)state;
}

static inline slot_of_metaclass_instances_state *
get_slot_of_metaclass_instances_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (slot_of_metaclass_instances_state *)state;
}

typedef struct {
    PyHeapTypeObject base;
    Py_ssize_t calls;
} StructMetaObject;

static PyObject *
Struct_vectorcall(PyTypeObject *cls, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (PyVectorcall_NARGS(nargsf) != 0 || kwnames != NULL) {
        slot_of_metaclass_instances_state *state =
            get_slot_of_metaclass_instances_state_by_type(Py_TYPE(cls));

        PyErr_SetString(state->StructError, "no arguments are taken");
        return NULL;
    }
    ((StructMetaObject *)cls)->calls++;
    return cls->tp_alloc(cls, 0);
}

static PyObject *
StructMeta_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    StructMetaObject *cls = (StructMetaObject *)PyType_Type.tp_new(type, args, kwargs);

    if (cls == NULL)
        return NULL;
    ((PyTypeObject *)cls)->tp_vectorcall = (vectorcallfunc)Struct_vectorcall;
    return (PyObject *)cls;
}

static PyMemberDef StructMeta_members[] = {
    {"calls", T_PYSSIZET, offsetof(StructMetaObject, calls), READONLY, NULL},
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(PyTypeObject, tp_vectorcall), READONLY},
    {NULL}
};

static int
StructMeta_traverse(StructMetaObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyType_Type.tp_traverse((PyObject *)self, visit, arg);
}

static int
StructMeta_clear(PyObject *self)
{
    return PyType_Type.tp_clear(self);
}

static PyType_Slot StructMeta_slots[] = {
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, StructMeta_members},
    {Py_tp_new, StructMeta_new},
    {Py_tp_traverse, StructMeta_traverse},
    {Py_tp_clear, StructMeta_clear},
    {0, NULL},
};

static PyType_Spec StructMeta_spec = {
    .name = "slot_of_metaclass_instances.StructMeta",
    .basicsize = sizeof(StructMetaObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_TYPE_SUBCLASS |
              Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = StructMeta_slots,
};

static int
slot_of_metaclass_instances_traverse(PyObject *module, visitproc visit, void *arg)
{
    slot_of_metaclass_instances_state *state = get_slot_of_metaclass_instances_state(module);
    Py_VISIT(state->StructError);
    return 0;
}

static int
slot_of_metaclass_instances_clear(PyObject *module)
{
    slot_of_metaclass_instances_state *state = get_slot_of_metaclass_instances_state(module);
    Py_CLEAR(state->StructError);
    return 0;
}

static void
slot_of_metaclass_instances_free(void *module)
{
    slot_of_metaclass_instances_clear((PyObject *)module);
}

static int slot_of_metaclass_instances_exec(PyObject *m);

static PyModuleDef_Slot slot_of_metaclass_instances_slots[] = {
    {Py_mod_exec, slot_of_metaclass_instances_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef slot_of_metaclass_instances_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "slot_of_metaclass_instances",
    .m_size = sizeof(slot_of_metaclass_instances_state),
    .m_traverse = slot_of_metaclass_instances_traverse,
    .m_clear = slot_of_metaclass_instances_clear,
    .m_free = slot_of_metaclass_instances_free,
    .m_slots = slot_of_metaclass_instances_slots,
};

static PyTypeObject *
slot_of_metaclass_instances_new_subtype(PyObject *module, PyType_Spec *spec,
                                        PyTypeObject *base)
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
slot_of_metaclass_instances_exec(PyObject *m)
{
    slot_of_metaclass_instances_state *state = get_slot_of_metaclass_instances_state(m);

    PyTypeObject *StructMeta_Type =
        slot_of_metaclass_instances_new_subtype(m, &StructMeta_spec, &PyType_Type);
    if (StructMeta_Type == NULL)
        return -1;
    state->StructError = PyErr_NewException("slot_of_metaclass_instances.StructError", NULL,
                                            NULL);
    if (state->StructError == NULL) {
        Py_DECREF(StructMeta_Type);
        return -1;
    }
    Py_INCREF(state->StructError);
    if (PyModule_AddObject(m, "StructError", state->StructError) < 0) {
        Py_DECREF(state->StructError);
        Py_DECREF(StructMeta_Type);
        return -1;
    }
    if (PyModule_AddObject(m, "StructMeta", (PyObject *)StructMeta_Type) < 0) {
        Py_DECREF(StructMeta_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_slot_of_metaclass_instances(void)
{
    return PyModuleDef_Init(&slot_of_metaclass_instances_module);
}
