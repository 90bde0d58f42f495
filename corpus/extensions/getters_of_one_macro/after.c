/* A macro writes getters: some build an object of a type of the module, others one of Python's. */
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    double value;
} Angle;

typedef struct {
    PyTypeObject *Angle_Type;
} getters_of_one_macro_state;

static struct PyModuleDef sky_module;

static inline getters_of_one_macro_state *
get_getters_of_one_macro_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (getters_of_one_macro_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline getters_of_one_macro_state *
get_getters_of_one_macro_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &sky_module);
    assert(module != NULL);
    return get_getters_of_one_macro_state(module);
}

typedef struct {
    PyObject_HEAD
    double phase;
    double size;
    int known;
} Body;

static PyObject *build_angle(getters_of_one_macro_state *state, double value)
{
    Angle *self = (Angle *)state->Angle_Type->tp_alloc(state->Angle_Type, 0);

    if (self != NULL) {
        self->value = value;
    }
    return (PyObject *)self;
}

#define GET_FIELD(name, field, builder) \
    static PyObject *get_##name(PyObject *self, void *closure) \
    { \
        Body *body = (Body *)self; \
        return builder(body->field); \
    }

/* Like GET_FIELD, with the module state for the functions that need it. */
#define GET_FIELD_STATE(name, field, builder) \
    static PyObject *get_##name(PyObject *self, void *closure) \
    { \
        getters_of_one_macro_state *state =   \
            get_getters_of_one_macro_state_by_type(Py_TYPE(self)); \
        Body *body = (Body *)self; \
        return builder(state, body->field); \
    }

#define IF_KNOWN(builder) \
    !body->known ? (Py_INCREF(Py_None), Py_None) : builder

GET_FIELD_STATE(phase, phase, build_angle)
GET_FIELD_STATE(half_phase, phase / 2, IF_KNOWN(build_angle))
GET_FIELD(size, size, PyFloat_FromDouble)

static PyMemberDef Angle_members[] = {
    {"value", T_DOUBLE, offsetof(Angle, value), READONLY, NULL},
    {NULL}
};

static PyMemberDef Body_members[] = {
    {"known", T_INT, offsetof(Body, known), 0, NULL},
    {NULL}
};

static int
Body_init(Body *self, PyObject *args, PyObject *kwargs)
{
    return PyArg_ParseTuple(args, "dd:Body", &self->phase, &self->size) ? 0 : -1;
}

static PyGetSetDef Body_getset[] = {
    {"phase", get_phase, NULL, NULL},
    {"half_phase", get_half_phase, NULL, NULL},
    {"size", get_size, NULL, NULL},
    {NULL}
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Angle_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Angle_methods[] = {
    {"__reduce__", Angle_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Angle_slots[] = {
    {Py_tp_members, Angle_members},
    {Py_tp_methods, Angle_methods},
    {0, NULL},
};

static PyType_Spec Angle_spec = {
    .name = "getters_of_one_macro.Angle",
    .basicsize = sizeof(Angle),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Angle_slots,
};

static PyType_Slot Body_slots[] = {
    {Py_tp_getset, Body_getset},
    {Py_tp_init, Body_init},
    {Py_tp_members, Body_members},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Body_spec = {
    .name = "getters_of_one_macro.Body",
    .basicsize = sizeof(Body),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Body_slots,
};

static int
getters_of_one_macro_traverse(PyObject *module, visitproc visit, void *arg)
{
    getters_of_one_macro_state *state = get_getters_of_one_macro_state(module);
    Py_VISIT(state->Angle_Type);
    return 0;
}

static int
getters_of_one_macro_clear(PyObject *module)
{
    getters_of_one_macro_state *state = get_getters_of_one_macro_state(module);
    Py_CLEAR(state->Angle_Type);
    return 0;
}

static void
getters_of_one_macro_free(void *module)
{
    getters_of_one_macro_clear((PyObject *)module);
}

static int getters_of_one_macro_exec(PyObject *module);

static PyModuleDef_Slot getters_of_one_macro_slots[] = {
    {Py_mod_exec, getters_of_one_macro_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef sky_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "getters_of_one_macro",
    .m_size = sizeof(getters_of_one_macro_state),
    .m_traverse = getters_of_one_macro_traverse,
    .m_clear = getters_of_one_macro_clear,
    .m_free = getters_of_one_macro_free,
    .m_slots = getters_of_one_macro_slots,
};

static int
getters_of_one_macro_exec(PyObject *module)
{
    getters_of_one_macro_state *state = get_getters_of_one_macro_state(module);

    state->Angle_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Angle_spec, NULL);
    if (state->Angle_Type == NULL) {
        return -1;
    }
    PyTypeObject *Body_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Body_spec, NULL);
    if (Body_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Angle_Type->tp_new = NULL;
#endif
    if (PyModule_AddObject(module, "Body", (PyObject *)Body_Type) < 0) {
        Py_DECREF(Body_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_getters_of_one_macro(void)
{
    return PyModuleDef_Init(&sky_module);
}
