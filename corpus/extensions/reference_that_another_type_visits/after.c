#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A dictionary of its own struct, told by its exact type, whose reference its owner shows to the collector. */

static PyObject *
new_ref(PyObject *object)
{
    Py_INCREF(object);
    return object;
}

typedef struct {
    PyDictObject dict;
    PyObject *origin;
} Info;

typedef struct {
    PyObject_HEAD
    PyObject *info;
} Box;

typedef struct {
    PyTypeObject *Info_Type;
    PyTypeObject *Box_Type;
} reference_that_another_type_visits_state;

static inline reference_that_another_type_visits_state *
get_reference_that_another_type_visits_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (reference_that_another_type_visits_state *)state;
}

static inline reference_that_another_type_visits_state *
get_reference_that_another_type_visits_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (reference_that_another_type_visits_state *)state;
}

static PyObject *
Info_origin(Info *self, PyObject *Py_UNUSED(unused))
{
    return new_ref(self->origin == NULL ? Py_None : self->origin);
}

static int
Info_traverse(Info *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyDict_Type.tp_traverse((PyObject *)self, visit, arg);
}

static void
Info_dealloc(Info *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->origin);
    PyDict_Type.tp_dealloc((PyObject *)self);
    Py_DECREF(tp);
}

static PyMethodDef Info_methods[] = {
    {"origin", (PyCFunction)Info_origin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
Info_clear(PyObject *self)
{
    return PyDict_Type.tp_clear(self);
}

static PyType_Slot Info_slots[] = {
    {Py_tp_dealloc, Info_dealloc},
    {Py_tp_methods, Info_methods},
    {Py_tp_traverse, Info_traverse},
    {Py_tp_clear, Info_clear},
    {0, NULL},
};

static PyType_Spec Info_spec = {
    .name = "reference_that_another_type_visits.Info",
    .basicsize = sizeof(Info),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Info_slots,
};

/* NULL if there is none, without an exception. */
static Info *
info_of(Box *self)
{
    if (self->info == NULL ||
        Py_TYPE(self->info)->tp_methods != Info_methods) {
        return NULL;
    }
    return (Info *)self->info;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Info *info = info_of(self);
    Py_VISIT(Py_TYPE(self));
    if (info != NULL) {
        Py_VISIT(info->origin);
    }
    Py_VISIT(self->info);
    return 0;
}

static int
Box_clear(Box *self)
{
    Info *info = info_of(self);
    if (info != NULL) {
        Py_CLEAR(info->origin);
    }
    Py_CLEAR(self->info);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Box_clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(tp);
}

static PyObject *
Box_remember(Box *self, PyObject *origin)
{
    Info *info = info_of(self);
    if (info == NULL) {
        reference_that_another_type_visits_state *state =
            get_reference_that_another_type_visits_state_by_type(
                Py_TYPE(self));

        info = (Info *)PyObject_CallObject((PyObject *)state->Info_Type, NULL);
        if (info == NULL) {
            return NULL;
        }
        Py_XSETREF(self->info, (PyObject *)info);
    }
    Py_INCREF(origin);
    Py_XSETREF(info->origin, origin);
    return new_ref(self->info);
}

static PyMethodDef Box_methods[] = {
    {"remember", (PyCFunction)Box_remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_clear, Box_clear},
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "reference_that_another_type_visits.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyTypeObject *
reference_that_another_type_visits_new_subtype(PyObject *module,
                                               PyType_Spec *spec,
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
reference_that_another_type_visits_exec(PyObject *module)
{
    reference_that_another_type_visits_state *state =
        get_reference_that_another_type_visits_state(module);

    state->Info_Type = reference_that_another_type_visits_new_subtype(
        module, &Info_spec, &PyDict_Type);
    if (state->Info_Type == NULL) {
        return -1;
    }
    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    return PyModule_AddObject(module, "Box",
                              new_ref((PyObject *)state->Box_Type));
}

static PyModuleDef_Slot reference_that_another_type_visits_slots[] = {
    {Py_mod_exec, reference_that_another_type_visits_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static int
reference_that_another_type_visitsmodule_traverse(
    PyObject *module, visitproc visit, void *arg)
{
    reference_that_another_type_visits_state *state =
        get_reference_that_another_type_visits_state(module);
    Py_VISIT(state->Info_Type);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
reference_that_another_type_visitsmodule_clear(PyObject *module)
{
    reference_that_another_type_visits_state *state =
        get_reference_that_another_type_visits_state(module);
    Py_CLEAR(state->Info_Type);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
reference_that_another_type_visitsmodule_free(void *module)
{
    reference_that_another_type_visitsmodule_clear((PyObject *)module);
}

static struct PyModuleDef reference_that_another_type_visits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "reference_that_another_type_visits",
    .m_slots = reference_that_another_type_visits_slots,
    .m_size = sizeof(reference_that_another_type_visits_state),
    .m_traverse = reference_that_another_type_visitsmodule_traverse,
    .m_clear = reference_that_another_type_visitsmodule_clear,
    .m_free = reference_that_another_type_visitsmodule_free,
};

PyMODINIT_FUNC
PyInit_reference_that_another_type_visits(void)
{
    return PyModuleDef_Init(&reference_that_another_type_visits_module);
}
