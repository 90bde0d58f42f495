/* Enums are defined, readied and filled by macros, some only with newer versions of a library. */
#include <Python.h>

typedef struct {
    PyLongObject base;
} EnumObject;

static PyObject *
enum_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<%s %ld>", Py_TYPE(self)->tp_name, PyLong_AsLong(self));
}

static PyTypeObject Enum_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "enums_of_newer_versions._Enum",
    sizeof(EnumObject),
};

#define DEFINE_ENUM(n) \
    static PyTypeObject Enum_##n##_Type = { \
        PyVarObject_HEAD_INIT(NULL, 0) \
        "enums_of_newer_versions." #n, \
        sizeof(EnumObject), \
    };

DEFINE_ENUM(Shade)
DEFINE_ENUM(Level)
#if SHADES_VERSION >= 2
DEFINE_ENUM(Dither)
#endif

#undef DEFINE_ENUM

#define SHADE_DARK 1
#define SHADE_LIGHT 2
#define LEVEL_LOW 0

#define CREATE_ENUM(name, value) \
    make_enum(&Enum_##name##_Type, value)

static PyObject *
make_enum(PyTypeObject *type, long value)
{
    return PyObject_CallFunction((PyObject *)type, "l", value);
}

static PyObject *
get_shade(PyObject *module, PyObject *unused)
{
    return CREATE_ENUM(Shade, SHADE_DARK);
}

#if SHADES_VERSION >= 2
static PyObject *
get_dither(PyObject *module, PyObject *unused)
{
    return CREATE_ENUM(Dither, DITHER_FAST);
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
    type->tp_base = &Enum_Type;
    type->tp_flags = Py_TPFLAGS_DEFAULT;

    if (PyType_Ready(type) < 0)
        return -1;
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

static struct PyModuleDef enum_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "enums_of_newer_versions",
    .m_size = -1,
    .m_methods = enum_functions,
};

PyMODINIT_FUNC
PyInit_enums_of_newer_versions(void)
{
    PyObject *module;

    Enum_Type.tp_repr = enum_repr;
    Enum_Type.tp_str = PyLong_Type.tp_repr;
    Enum_Type.tp_base = &PyLong_Type;
    Enum_Type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    if (PyType_Ready(&Enum_Type) < 0)
        return NULL;
    module = PyModule_Create(&enum_module);
    if (module == NULL)
        return NULL;

#define ENUM(t) \
    if (init_enum(module, #t, &Enum_##t##_Type) < 0) \
        return NULL;

#define CONSTANT(t, a, b) \
    if (register_constant(&Enum_##t##_Type, #b, a##_##b) < 0) \
        return NULL;

    ENUM(Shade);
    CONSTANT(Shade, SHADE, DARK);
    CONSTANT(Shade, SHADE, LIGHT);
#if SHADES_VERSION >= 3
    CONSTANT(Shade, SHADE, DEEP);
#endif
    ENUM(Level)
    CONSTANT(Level, LEVEL, LOW);
#if SHADES_VERSION >= 2
    ENUM(Dither);
    CONSTANT(Dither, DITHER, FAST);
#endif

#undef ENUM
#undef CONSTANT

    return module;
}
