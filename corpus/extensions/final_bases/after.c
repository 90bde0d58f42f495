/* Handles: an abstract base that Python code can't derive from, and two types of this module that do. */

#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *data;
} HandleObject;

static int
Handle_traverse(HandleObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->data);
    return 0;
}

static int
Handle_clear(HandleObject *self)
{
    Py_CLEAR(self->data);
    return 0;
}

static void
Handle_dealloc(HandleObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Handle_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Handle_keep(HandleObject *self, PyObject *value)
{
    Py_INCREF(value);
    Py_XSETREF(self->data, value);
    Py_RETURN_NONE;
}

static PyMethodDef Handle_methods[] = {
    {"keep", (PyCFunction)Handle_keep, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

typedef struct {
    PyTypeObject *Handle_Type;
    PyTypeObject *Timer_Type;
} final_bases_state;

static inline final_bases_state *
get_final_bases_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (final_bases_state *)state;
}

static PyType_Slot Handle_slots[] = {
    {Py_tp_dealloc, Handle_dealloc},
    {Py_tp_traverse, Handle_traverse},
    {Py_tp_clear, Handle_clear},
    {Py_tp_methods, Handle_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Handle_spec = {
    .name = "final_bases.Handle",
    .basicsize = sizeof(HandleObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Handle_slots,
};

static PyType_Slot Timer_slots[] = {
    {0, NULL},
};

static PyType_Spec Timer_spec = {
    .name = "final_bases.Timer",
    .basicsize = sizeof(HandleObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Timer_slots,
};

static PyType_Slot Signal_slots[] = {
    {0, NULL},
};

static PyType_Spec Signal_spec = {
    .name = "final_bases.Signal",
    .basicsize = sizeof(HandleObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Signal_slots,
};

static PyObject *
is_handle(PyObject *module, PyObject *value)
{
    final_bases_state *state = get_final_bases_state(module);

    return PyBool_FromLong(PyObject_TypeCheck(value, state->Handle_Type));
}

static PyMethodDef functions[] = {
    {"is_handle", is_handle, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
final_bases_traverse(PyObject *module, visitproc visit, void *arg)
{
    final_bases_state *state = get_final_bases_state(module);
    Py_VISIT(state->Handle_Type);
    Py_VISIT(state->Timer_Type);
    return 0;
}

static int
final_bases_clear(PyObject *module)
{
    final_bases_state *state = get_final_bases_state(module);
    Py_CLEAR(state->Handle_Type);
    Py_CLEAR(state->Timer_Type);
    return 0;
}

static void
final_bases_free(void *module)
{
    final_bases_clear((PyObject *)module);
}

static int final_bases_exec(PyObject *m);

static PyModuleDef_Slot final_bases_slots[] = {
    {Py_mod_exec, final_bases_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "final_bases", "Handles.",
    sizeof(final_bases_state), functions,
    final_bases_slots, final_bases_traverse, final_bases_clear,
    final_bases_free
};

static PyTypeObject *
final_bases_new_subtype(PyObject *module, PyType_Spec *spec,
                        PyTypeObject *base)
{
    int is_final = !PyType_HasFeature(base, Py_TPFLAGS_BASETYPE);
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    if (is_final) {
        /* Only types of this module have it as their base. */
        base->tp_flags |= Py_TPFLAGS_BASETYPE;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    if (is_final) {
        base->tp_flags &= ~Py_TPFLAGS_BASETYPE;
    }
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
final_bases_exec(PyObject *m)
{
    final_bases_state *state = get_final_bases_state(m);

    state->Handle_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Handle_spec, NULL);
    if (state->Handle_Type == NULL)
        return -1;
    state->Timer_Type = final_bases_new_subtype(m, &Timer_spec,
                                                state->Handle_Type);
    if (state->Timer_Type == NULL)
        return -1;
    PyTypeObject *Signal_Type =
        final_bases_new_subtype(m, &Signal_spec, state->Timer_Type);
    if (Signal_Type == NULL)
        return -1;
    Py_INCREF(state->Handle_Type);
    if (PyModule_AddObject(m, "Handle", (PyObject *)state->Handle_Type) < 0) {
        Py_DECREF(state->Handle_Type);
        Py_DECREF(Signal_Type);
        return -1;
    }
    Py_INCREF(state->Timer_Type);
    if (PyModule_AddObject(m, "Timer", (PyObject *)state->Timer_Type) < 0) {
        Py_DECREF(state->Timer_Type);
        Py_DECREF(Signal_Type);
        return -1;
    }
    if (PyModule_AddObject(m, "Signal", (PyObject *)Signal_Type) < 0) {
        Py_DECREF(Signal_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_final_bases(void)
{
    return PyModuleDef_Init(&moduledef);
}
