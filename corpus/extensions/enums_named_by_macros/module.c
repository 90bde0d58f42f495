#include <Python.h>
#include <limits.h>

/* Enumerations on top of int; some exist only where the library has them. */

typedef struct {
    PyLongObject base;
} Enum;

static PyObject *
Enum_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    PyObject *value;

    if (!PyArg_ParseTuple(args, "O", &value)) {
        return NULL;
    }
    return PyLong_Type.tp_new(type, args, kwds);
}

static PyObject *
enum_create(PyTypeObject *type, long value)
{
    PyObject *args, *result;

    args = Py_BuildValue("(l)", value);
    if (args == NULL) {
        return NULL;
    }
    result = Enum_new(type, args, NULL);
    Py_DECREF(args);
    return result;
}

static PyObject *
Enum_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%s(%ld)", Py_TYPE(self)->tp_name, PyLong_AsLong(self));
}

static PyTypeObject Enum_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "drawing.Enum",
    sizeof(Enum),
};

#define DEFINE_ENUM(n) \
    PyTypeObject Drawing_##n##_Type = { \
        PyVarObject_HEAD_INIT(NULL, 0) \
        "drawing." #n, \
        sizeof(Enum), \
    };

DEFINE_ENUM(Align)
DEFINE_ENUM(Shade);
#ifdef INT_MAX
DEFINE_ENUM(Depth)
#endif

#undef DEFINE_ENUM

#define AS_LONG(value) ((value) > INT_MAX ? (long)INT_MAX : (long)(value))

#define CREATE_ENUM(type_name, value) \
    (enum_create(&Drawing_##type_name##_Type, AS_LONG(value)))

#define RETURN_ENUM(type_name, value) \
    return CREATE_ENUM(type_name, value);

#define ENUM_NAME(type_name) Drawing_##type_name##_Type.tp_name

static int
init_enum_type(PyObject *module, const char *name, PyTypeObject *type)
{
    type->tp_base = &Enum_Type;
    type->tp_flags = Py_TPFLAGS_DEFAULT;

    if (PyType_Ready(type) < 0)
        return -1;

    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static PyObject *
register_constant(PyTypeObject *type, const char *name, long value)
{
    PyObject *made = enum_create(type, value);

    if (made == NULL || PyDict_SetItemString(type->tp_dict, name, made) < 0) {
        Py_XDECREF(made);
        return NULL;
    }
    return made;
}

static int
init_enums(PyObject *module)
{
    PyObject *made;

    Enum_Type.tp_repr = Enum_repr;
    Enum_Type.tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;
    Enum_Type.tp_base = &PyLong_Type;
    Enum_Type.tp_new = Enum_new;
    if (PyType_Ready(&Enum_Type) < 0)
        return -1;

#define ENUM(t) \
    if (init_enum_type(module, #t, &Drawing_##t##_Type) < 0) \
        return -1;

#define CONSTANT(t, a, b, value) \
    made = register_constant(&Drawing_##t##_Type, #b, value); \
    if (made == NULL) \
        return -1; \
    if (PyModule_AddObject(module, #a "_" #b, made) < 0) { \
        Py_DECREF(made); \
        return -1; \
    }

    ENUM(Align);
    CONSTANT(Align, ALIGN, LEFT, 0);
    CONSTANT(Align, ALIGN, RIGHT, 1);

    ENUM(Shade);
    CONSTANT(Shade, SHADE, DARK, 3);

#ifdef INT_MAX
    ENUM(Depth);
    CONSTANT(Depth, DEPTH, DEEP, 7);
#endif

#undef ENUM
#undef CONSTANT

    return 0;
}

static PyObject *
get_align(PyObject *self, PyObject *arg)
{
    long value = PyLong_AsLong(arg);

    if (value == -1 && PyErr_Occurred()) {
        return NULL;
    }
    RETURN_ENUM(Align, value);
}

static PyObject *
get_shades(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyObject *first = CREATE_ENUM(Shade, 3);
    PyObject *second = CREATE_ENUM(Depth, 7);

    if (first == NULL || second == NULL) {
        Py_XDECREF(first);
        Py_XDECREF(second);
        return NULL;
    }
    return Py_BuildValue("(NNs)", first, second, ENUM_NAME(Shade));
}

static PyMethodDef functions[] = {
    {"get_align", get_align, METH_O, "get_align(number): its alignment"},
    {"get_shades", get_shades, METH_NOARGS, "get_shades(): a shade, a depth, a name"},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef drawing = {
    PyModuleDef_HEAD_INIT, "drawing", "Constants for drawing", -1, functions
};

PyMODINIT_FUNC
PyInit_drawing(void)
{
    PyObject *module = PyModule_Create(&drawing);

    if (module == NULL) {
        return NULL;
    }
    if (init_enums(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
