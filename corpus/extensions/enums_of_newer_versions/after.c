/* Enums are defined, readied and filled by macros, some only with newer versions of a library. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyLongObject base;
} EnumObject;

static PyObject *
enum_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<%s %ld>", Py_TYPE(self)->tp_name, PyLong_AsLong(self));
}

static int
Enum_traverse(EnumObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

typedef struct {
    PyTypeObject *Enum_Type;
    PyTypeObject *Enum_Shade_Type;
    PyTypeObject *Enum_Level_Type;
    PyTypeObject *Enum_Dither_Type;
} enums_of_newer_versions_state;

static inline enums_of_newer_versions_state *
get_enums_of_newer_versions_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (enums_of_newer_versions_state *)state;
}

static PyType_Slot Enum_Shade_slots[] = {
    {0, NULL},
};

static PyType_Spec Enum_Shade_spec = {
    .name = "enums_of_newer_versions.Shade",
    .basicsize = sizeof(EnumObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Enum_Shade_slots,
};

static PyType_Slot Enum_Level_slots[] = {
    {0, NULL},
};

static PyType_Spec Enum_Level_spec = {
    .name = "enums_of_newer_versions.Level",
    .basicsize = sizeof(EnumObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Enum_Level_slots,
};
#if SHADES_VERSION >= 2
static PyType_Slot Enum_Dither_slots[] = {
    {0, NULL},
};

static PyType_Spec Enum_Dither_spec = {
    .name = "enums_of_newer_versions.Dither",
    .basicsize = sizeof(EnumObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Enum_Dither_slots,
};
#endif

#define SHADE_DARK 1
#define SHADE_LIGHT 2
#define LEVEL_LOW 0

#define CREATE_ENUM(state, name, value) \
    make_enum((state)->Enum_##name##_Type, value)

static PyObject *
make_enum(PyTypeObject *type, long value)
{
    return PyObject_CallFunction((PyObject *)type, "l", value);
}

static PyObject *
get_shade(PyObject *module, PyObject *unused)
{
    enums_of_newer_versions_state *state = get_enums_of_newer_versions_state(module);

    return CREATE_ENUM(state, Shade, SHADE_DARK);
}

#if SHADES_VERSION >= 2
static PyObject *
get_dither(PyObject *module, PyObject *unused)
{
    enums_of_newer_versions_state *state = get_enums_of_newer_versions_state(module);

    return CREATE_ENUM(state, Dither, DITHER_FAST);
}
#endif

static int
register_constant(PyTypeObject *type, const char *name, long value)
{
    PyObject *constant = make_enum(type, value);
    int result;

    if (constant == NULL)
        return -1;
    result = PyDict_SetItemString(type->tp_dict, name, constant);
    Py_DECREF(constant);
    return result;
}

static int
init_enum(PyObject *module, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    return PyModule_AddObject(module, name, (PyObject *)type);
}

static PyMethodDef enum_functions[] = {
    {"get_shade", get_shade, METH_NOARGS, NULL},
#if SHADES_VERSION >= 2
    {"get_dither", get_dither, METH_NOARGS, NULL},
#endif
    {NULL}
};

static int
enums_of_newer_versions_traverse(PyObject *module, visitproc visit, void *arg)
{
    enums_of_newer_versions_state *state = get_enums_of_newer_versions_state(module);
    Py_VISIT(state->Enum_Type);
    Py_VISIT(state->Enum_Shade_Type);
    Py_VISIT(state->Enum_Level_Type);
    Py_VISIT(state->Enum_Dither_Type);
    return 0;
}

static int
enums_of_newer_versions_clear(PyObject *module)
{
    enums_of_newer_versions_state *state = get_enums_of_newer_versions_state(module);
    Py_CLEAR(state->Enum_Type);
    Py_CLEAR(state->Enum_Shade_Type);
    Py_CLEAR(state->Enum_Level_Type);
    Py_CLEAR(state->Enum_Dither_Type);
    return 0;
}

static void
enums_of_newer_versions_free(void *module)
{
    enums_of_newer_versions_clear((PyObject *)module);
}

static int enums_of_newer_versions_exec(PyObject *module);

static PyModuleDef_Slot enums_of_newer_versions_slots[] = {
    {Py_mod_exec, enums_of_newer_versions_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef enum_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "enums_of_newer_versions",
    .m_size = sizeof(enums_of_newer_versions_state),
    .m_methods = enum_functions,
    .m_traverse = enums_of_newer_versions_traverse,
    .m_clear = enums_of_newer_versions_clear,
    .m_free = enums_of_newer_versions_free,
    .m_slots = enums_of_newer_versions_slots,
};

static PyObject *
Enum_str(PyObject *self)
{
    return PyLong_Type.tp_repr(self);
}

static PyTypeObject *
enums_of_newer_versions_new_subtype(PyObject *module, PyType_Spec *spec,
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

static PyType_Slot Enum_slots[] = {
    {Py_tp_repr, enum_repr},
    {Py_tp_str, Enum_str},
    {Py_tp_traverse, Enum_traverse},
    {0, NULL},
};

static PyType_Spec Enum_spec = {
    .name = "enums_of_newer_versions._Enum",
    .basicsize = sizeof(EnumObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Enum_slots,
};

static int
enums_of_newer_versions_exec(PyObject *module)
{
    enums_of_newer_versions_state *state = get_enums_of_newer_versions_state(module);

    state->Enum_Type =
        enums_of_newer_versions_new_subtype(module, &Enum_spec, &PyLong_Type);
    if (state->Enum_Type == NULL)
        return -1;

#define CONSTANT(t, a, b) \
    if (register_constant(state->Enum_##t##_Type, #b, a##_##b) < 0) \
        return -1;

    state->Enum_Shade_Type =
        enums_of_newer_versions_new_subtype(module, &Enum_Shade_spec, state->Enum_Type);
    if (state->Enum_Shade_Type == NULL)
        return -1;
    if (init_enum(module, "Shade", state->Enum_Shade_Type) < 0)
        return -1;
    CONSTANT(Shade, SHADE, DARK);
    CONSTANT(Shade, SHADE, LIGHT);
#if SHADES_VERSION >= 3
    CONSTANT(Shade, SHADE, DEEP);
#endif
    state->Enum_Level_Type =
        enums_of_newer_versions_new_subtype(module, &Enum_Level_spec, state->Enum_Type);
    if (state->Enum_Level_Type == NULL)
        return -1;
    if (init_enum(module, "Level", state->Enum_Level_Type) < 0)
        return -1;
    CONSTANT(Level, LEVEL, LOW);
#if SHADES_VERSION >= 2
    state->Enum_Dither_Type =
        enums_of_newer_versions_new_subtype(module, &Enum_Dither_spec, state->Enum_Type);
    if (state->Enum_Dither_Type == NULL)
        return -1;
    if (init_enum(module, "Dither", state->Enum_Dither_Type) < 0)
        return -1;
    CONSTANT(Dither, DITHER, FAST);
#endif

#undef CONSTANT

    return 0;
}

PyMODINIT_FUNC
PyInit_enums_of_newer_versions(void)
{
    return PyModuleDef_Init(&enum_module);
}
